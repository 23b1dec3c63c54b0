"""The edge: HTTP in, JSON out, and the only room that knows status codes."""
