"""What every schema here is derived from."""

from typing import Any

import marshmallow


class Schema(marshmallow.Schema):
    """marshmallow's, which stays as it is once it is made.

    flask-smorest copies all that is known of an operation, deeply, with every word that is added. With the schemas in
    it that was two thirds of a start, and 6 MB of a worker.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> "Schema":
        return self
