"""What anybody's server costs: bare Flask with a fixed answer, and the same with the two trips that a step needs.

``bare`` is Flask and gunicorn and nothing else. ``limit`` reads a session and runs one script, and knows no rule, no
token and no schema. Flask, gunicorn and redis-py are used as they come, as anybody would.
"""

import os

from flask import Flask, Response
from redis import Redis

ANSWER = b'{"session":"%s"}' % (b"." * 1400)  # between those to an action of either game

# Compare, set, tell, expire: what a step does in the store, and no more.
_STEP = """
local head = redis.call('GETRANGE', KEYS[1], 0, 63)
if string.match(head, '^(%S+) ') ~= ARGV[1] then
  return 0
end
redis.call('XADD', KEYS[2], '*', 'e', ARGV[3], 'd', ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[5])
return 1
"""
_EVENT = '{"seq":17,"type":"drawn","at":"2026-01-01T00:00:00.000Z","cards":["JC","2S"]}'
_WEEK = 7 * 24 * 60 * 60 * 1000


def bare() -> Flask:
    """(a) Fixed bytes."""
    app = Flask(__name__, static_folder=None)

    @app.post("/v1/<game>/sessions/<session_id>/<action>")
    def act(game: str, session_id: str, action: str) -> Response:
        return Response(ANSWER, content_type="application/json")

    return app


def limit() -> Flask:
    """(b) A read, a script, and fixed bytes."""
    app = Flask(__name__, static_folder=None)
    store = Redis.from_url(os.environ["BENCH_STORE"])
    step = store.register_script(_STEP)

    @app.post("/v1/<game>/sessions/<session_id>/<action>")
    def act(game: str, session_id: str, action: str) -> Response:
        name = f"leverstoke:{{{game}:{session_id}}}"
        found = store.get(f"{name}:session")
        assert isinstance(found, bytes), "the session is there"
        tag, _, rest = found.partition(b" ")
        version, _, digest = tag.partition(b"-")
        after = b"%d-%s %s" % (int(version) + 1, digest, rest)
        if not step(keys=[f"{name}:session", f"{name}:told"], args=[tag, after, _EVENT, digest, _WEEK]):
            return Response(status=409)
        return Response(ANSWER, content_type="application/json")

    return app
