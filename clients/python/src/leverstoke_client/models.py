"""The types of everything a server says and is told: made from the document, one for each of its schemas."""

from leverstoke_client.generated.models import *  # noqa: F403
from leverstoke_client.generated.types import UNSET, Unset  # noqa: F401
