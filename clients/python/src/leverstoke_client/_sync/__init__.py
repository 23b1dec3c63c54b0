"""The layer for those who block: made from ``_async`` by ``make clients``."""
