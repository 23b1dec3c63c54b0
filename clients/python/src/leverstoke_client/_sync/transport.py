"""Requests that reach the server: keys for those that act, and other tries where one came to nothing."""

import uuid

import httpx

from leverstoke_client.frames import MEDIA_TYPE
from leverstoke_client.pauses import pause
from leverstoke_client.problems import DOUBT, Unreachable, problem_of
from leverstoke_client.retries import KEY, Retries, may_repeat


class Transport(httpx.BaseTransport):
    """Over *inner*. Raises ``Unreachable`` if no try was answered.

    The body of an answer is read here, so that one cut short is asked for again; an event stream's is not.
    """

    def __init__(self, inner: httpx.BaseTransport, retries: Retries) -> None:
        self._inner = inner
        self._retries = retries

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "POST" and KEY not in request.headers:
            request.headers[KEY] = str(uuid.uuid4())
        tries, doubt = 0, False
        while True:
            tries += 1
            try:
                response = self._inner.handle_request(request)
                if not _is_stream(response):
                    response.read()
            except httpx.RequestError as error:
                delay = self._retries.delay(tries) if may_repeat(request) else None
                if delay is None:
                    raise Unreachable(f"{request.method} {request.url}: {error!r}, after {tries} tries") from error
                doubt = True
            else:
                response.extensions[DOUBT] = doubt
                again = self._retries.after(response, tries) if may_repeat(request) else None
                if again is None:
                    return response
                delay = again
                doubt = doubt or response.status_code >= 500
            pause(delay)

    def close(self) -> None:
        self._inner.close()


def raise_problem(response: httpx.Response) -> None:
    """Raises the ``Problem`` that *response* is, unless it is what was asked for. For httpx's hooks.

    A redirection is none: who follows one hands the token to whoever it leads to.
    """
    kind: str = response.headers.get("Content-Type", "")
    is_asked_for = response.status_code < 300 and kind.startswith(("application/json", MEDIA_TYPE))
    if response.status_code not in (204, 304) and not is_asked_for:
        response.read()
        raise problem_of(response)


def _is_stream(response: httpx.Response) -> bool:
    kind: str = response.headers.get("Content-Type", "")
    return kind.startswith(MEDIA_TYPE)
