from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.shooter_events import ShooterEvents
from ...models.shooter_problem import ShooterProblem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    session_id: str,
    *,
    wait: int | Unset = UNSET,
    since: int | Unset = 0,
    limit: int | Unset = 100,
    last_event_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(last_event_id, Unset):
        headers["Last-Event-ID"] = last_event_id

    params: dict[str, Any] = {}

    params["wait"] = wait

    params["since"] = since

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/shooter/sessions/{session_id}/events".format(
            session_id=quote(str(session_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | ShooterEvents | ShooterProblem | None:
    if response.status_code == 200:
        response_200 = ShooterEvents.from_dict(response.json())

        return response_200

    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    if response.status_code == 401:
        response_401 = ShooterProblem.from_dict(response.json())

        return response_401

    if response.status_code == 404:
        response_404 = ShooterProblem.from_dict(response.json())

        return response_404

    if response.status_code == 406:
        response_406 = ShooterProblem.from_dict(response.json())

        return response_406

    if response.status_code == 409:
        response_409 = ShooterProblem.from_dict(response.json())

        return response_409

    if response.status_code == 422:
        response_422 = ShooterProblem.from_dict(response.json())

        return response_422

    if response.status_code == 429:
        response_429 = ShooterProblem.from_dict(response.json())

        return response_429

    if response.status_code == 500:
        response_500 = ShooterProblem.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = ShooterProblem.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | ShooterEvents | ShooterProblem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
    wait: int | Unset = UNSET,
    since: int | Unset = 0,
    limit: int | Unset = 100,
    last_event_id: str | Unset = UNSET,
) -> Response[Any | ShooterEvents | ShooterProblem]:
    """What has happened, in order

     Events are public and the same for everybody. With `wait` the answer is held until there is one
    after
    `since`. `Accept: text/event-stream` makes it a stream: a frame's `id` goes into `Last-Event-ID` to
    go
    on behind it, a comment every 15 seconds says that the line is good, and 204 that nothing is left to
    come.

    Args:
        session_id (str):
        wait (int | Unset):
        since (int | Unset):  Default: 0.
        limit (int | Unset):  Default: 100.
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ShooterEvents | ShooterProblem]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        wait=wait,
        since=since,
        limit=limit,
        last_event_id=last_event_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    session_id: str,
    *,
    client: AuthenticatedClient,
    wait: int | Unset = UNSET,
    since: int | Unset = 0,
    limit: int | Unset = 100,
    last_event_id: str | Unset = UNSET,
) -> Any | ShooterEvents | ShooterProblem | None:
    """What has happened, in order

     Events are public and the same for everybody. With `wait` the answer is held until there is one
    after
    `since`. `Accept: text/event-stream` makes it a stream: a frame's `id` goes into `Last-Event-ID` to
    go
    on behind it, a comment every 15 seconds says that the line is good, and 204 that nothing is left to
    come.

    Args:
        session_id (str):
        wait (int | Unset):
        since (int | Unset):  Default: 0.
        limit (int | Unset):  Default: 100.
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ShooterEvents | ShooterProblem
    """

    return sync_detailed(
        session_id=session_id,
        client=client,
        wait=wait,
        since=since,
        limit=limit,
        last_event_id=last_event_id,
    ).parsed


async def asyncio_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
    wait: int | Unset = UNSET,
    since: int | Unset = 0,
    limit: int | Unset = 100,
    last_event_id: str | Unset = UNSET,
) -> Response[Any | ShooterEvents | ShooterProblem]:
    """What has happened, in order

     Events are public and the same for everybody. With `wait` the answer is held until there is one
    after
    `since`. `Accept: text/event-stream` makes it a stream: a frame's `id` goes into `Last-Event-ID` to
    go
    on behind it, a comment every 15 seconds says that the line is good, and 204 that nothing is left to
    come.

    Args:
        session_id (str):
        wait (int | Unset):
        since (int | Unset):  Default: 0.
        limit (int | Unset):  Default: 100.
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ShooterEvents | ShooterProblem]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        wait=wait,
        since=since,
        limit=limit,
        last_event_id=last_event_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    session_id: str,
    *,
    client: AuthenticatedClient,
    wait: int | Unset = UNSET,
    since: int | Unset = 0,
    limit: int | Unset = 100,
    last_event_id: str | Unset = UNSET,
) -> Any | ShooterEvents | ShooterProblem | None:
    """What has happened, in order

     Events are public and the same for everybody. With `wait` the answer is held until there is one
    after
    `since`. `Accept: text/event-stream` makes it a stream: a frame's `id` goes into `Last-Event-ID` to
    go
    on behind it, a comment every 15 seconds says that the line is good, and 204 that nothing is left to
    come.

    Args:
        session_id (str):
        wait (int | Unset):
        since (int | Unset):  Default: 0.
        limit (int | Unset):  Default: 100.
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ShooterEvents | ShooterProblem
    """

    return (
        await asyncio_detailed(
            session_id=session_id,
            client=client,
            wait=wait,
            since=since,
            limit=limit,
            last_event_id=last_event_id,
        )
    ).parsed
