"""Leverstoke: a REST game server for The Shooting Party and Shooter."""
