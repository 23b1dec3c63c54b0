"""The layer for those who do not block. ``_sync`` is made from it by ``make clients``: change this one."""
