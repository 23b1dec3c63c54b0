"""Of this package, and of the document it was made from."""

VERSION = "0.1.0"
