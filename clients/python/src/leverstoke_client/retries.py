"""When a request is tried again, and after how long.

A request that acts has an ``Idempotency-Key``, the same for all its tries: whatever became of the first, it acts once.
"""

import random
from dataclasses import dataclass

import httpx

from leverstoke_client.problems import retry_after

KEY = "Idempotency-Key"

_LATER = frozenset({429, 502, 503, 504})
_IN_PROGRESS = b'"idempotency_in_progress"'
_REPEATABLE = frozenset({"GET", "HEAD", "DELETE"})


@dataclass(frozen=True, slots=True)
class Retries:
    """``tries`` of each request, the first one counted: about ten seconds, a restart, of a server that answers or
    refuses at once. One that hangs takes up the time-out of each: 45 seconds.

    Between two of them passes a time by chance below ``first`` seconds, doubled each time up to ``longest``, but no
    less than the server asks for. Where it asks for more than ``patience`` seconds nothing is tried again.
    """

    tries: int = 10
    first: float = 0.1
    longest: float = 5.0
    patience: float = 60.0

    def __post_init__(self) -> None:
        if self.tries < 1:
            raise ValueError("there is one try at least")

    def delay(self, tries: int, asked: float | None = None) -> float | None:
        """Seconds to wait after so many *tries*, where the server *asked* for some; None if that was the last."""
        if tries >= self.tries or (asked is not None and asked > self.patience):
            return None
        return max(random.uniform(0, min(self.longest, self.first * 2 ** (tries - 1))), asked or 0)

    def after(self, response: httpx.Response, tries: int) -> float | None:
        """Seconds to wait before the request of *response*, which has been read, is tried again; None if it is not."""
        status = response.status_code
        later = status in _LATER or (status == 409 and _IN_PROGRESS in response.content)
        return self.delay(tries, retry_after(response.headers)) if later else None


def may_repeat(request: httpx.Request) -> bool:
    """Whether *request* has the same effect if it is sent again."""
    return request.method in _REPEATABLE or KEY in request.headers
