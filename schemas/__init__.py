"""What goes over the wire, in marshmallow: the contract that ``openapi.yaml`` is written from."""
