"""Load on a real server, for measuring: nothing here is run by ``make test``."""
