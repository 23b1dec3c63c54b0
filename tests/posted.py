"""How a client posts an action."""

from typing import Any

import msgspec

from server.game import Action
from server.sessions.codec import wire_action


def posted(action: Action) -> tuple[str, dict[str, Any]]:
    """The last word of the path, and the body."""
    told = msgspec.to_builtins(wire_action(action))
    return told["action"], told["body"]
