"""Play the card games of a Leverstoke server.

``Leverstoke`` is for programs that may block, ``AsyncLeverstoke`` for those that must not; the two are alike. Errors
are in ``leverstoke_client.problems``, the types of everything a server says in ``leverstoke_client.models``.
"""

from leverstoke_client._async.games import AsyncLeverstoke
from leverstoke_client._sync.games import Leverstoke
from leverstoke_client.problems import (
    Conflict,
    Forbidden,
    HistoryLost,
    InvalidRequest,
    LeverstokeError,
    NotFound,
    Problem,
    Refused,
    StaleVersion,
    TooManyRequests,
    Unauthorized,
    Unavailable,
    Unreachable,
    VerificationFailed,
)
from leverstoke_client.retries import Retries
from leverstoke_client.unknown import Unknown
from leverstoke_client.verification import Verified
from leverstoke_client.version import VERSION

__version__ = VERSION

__all__ = [
    "AsyncLeverstoke",
    "Conflict",
    "Forbidden",
    "HistoryLost",
    "InvalidRequest",
    "Leverstoke",
    "LeverstokeError",
    "NotFound",
    "Problem",
    "Refused",
    "Retries",
    "StaleVersion",
    "TooManyRequests",
    "Unauthorized",
    "Unavailable",
    "Unknown",
    "Unreachable",
    "VerificationFailed",
    "Verified",
    "__version__",
]
