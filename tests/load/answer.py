"""What the server said to one request: the status, the headers and the body, and nothing made of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Answer:
    """``status`` is 0 where no answer came. ``headers`` have lower-case names."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @cached_property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def is_problem(self) -> bool:
        return self.headers.get("content-type", "").startswith("application/problem+json")

    @property
    def code(self) -> str | None:
        """The code of a problem; None where the answer is none."""
        return self.json.get("code") if self.is_problem else None

    @property
    def etag(self) -> str | None:
        return self.headers.get("etag")

    @property
    def is_replayed(self) -> bool:
        return self.headers.get("idempotent-replayed") == "true"

    @property
    def comes_back_in(self) -> int | None:
        """Seconds after which to ask again, where the answer says so in whole seconds."""
        told = self.headers.get("retry-after", "")
        return int(told) if told.isdecimal() else None

    def __str__(self) -> str:
        return f"{self.status} {self.code or ''}".strip() if self.status else "nothing"
