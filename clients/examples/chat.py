"""Shooter in a chat: commands come in, text goes out. python clients/examples/chat.py [BASE_URL]

A bot for Discord, Slack or Telegram is this with their library around ``answer``: one ``Chat`` a channel, and its hand
sent to the player alone. Here the channel is the terminal.
"""

import sys
from typing import Any

from leverstoke_client import Leverstoke, LeverstokeError, Refused

HELP = "new [easy|steady|sharp], hand, do NUMBER, hint, quit"


class Chat:
    """What one player says, and what is said to them."""

    def __init__(self, server: Leverstoke) -> None:
        self._server = server
        self._table: Any = None

    def answer(self, line: str) -> str:
        command, *words = line.split() or [""]
        try:
            if command == "new":
                level: Any = words[0] if words else "steady"
                self._table = self._server.shooter.create(players=4, bots=3, bot_level=level, target=5)
            elif self._table is None or command not in ("hand", "do", "hint"):
                return HELP
            elif command == "do":
                legal = dict(enumerate(self._table.look().legal_actions, 1))
                self._table.act(legal[int(words[0])])
            elif command == "hint":
                return str(self._table.hint().reason)
            return self._shown()
        except Refused as refused:
            return f"{refused.detail} ({refused.rule})"
        except (KeyError, ValueError, IndexError):
            return HELP
        except LeverstokeError as error:
            return f"That did not work: {error}"

    def _shown(self) -> str:
        view = self._table.look()
        if view.result:
            return f"It is over: {view.result.scores}."
        trick = " ".join(f"{laid.seat}:{laid.card}" for laid in view.trick) or "empty"
        legal = ", ".join(
            f"{n} {act.action} {' '.join(map(str, act.body.to_dict().values()))}"
            for n, act in enumerate(view.legal_actions, 1)
        )
        return f"trump {view.trump}, trick {trick}, your hand {' '.join(view.hand)}\n{legal}"


if __name__ == "__main__":
    with Leverstoke(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000") as server:
        chat = Chat(server)
        print(HELP)
        for line in sys.stdin:
            if line.strip() == "quit":
                break
            print(chat.answer(line))
