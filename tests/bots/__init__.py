"""How well the house plays, and that it plays fairly."""
