"""Load on a real server: players who find every wrong answer, and what measures. ``make test`` runs the kit's tests."""
