"""Plays Shooter against the house to the end: python clients/examples/bot.py [BASE_URL]."""

import sys

from leverstoke_client import Leverstoke

with Leverstoke(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000") as server:
    table = server.shooter.create(players=4, bots=3, target=10, name="Bot")
    for turn in table.turns():
        advice = table.hint()  # or think for yourself: turn.view has all you may know
        turn.play(advice)
        print(f"hand {turn.view.hand_number}: {advice.action} {advice.body.to_dict()} ({advice.reason})")
    print(table.view.result)
    print("dealt as promised:", table.verify())
