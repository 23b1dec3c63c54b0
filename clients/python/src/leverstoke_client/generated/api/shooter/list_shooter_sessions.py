from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.session_status import SessionStatus
from ...models.shooter_problem import ShooterProblem
from ...models.shooter_sessions import ShooterSessions
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    open_seats: int | Unset = 0,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params["limit"] = limit

    params["cursor"] = cursor

    params["open_seats"] = open_seats

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/shooter/sessions",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ShooterProblem | ShooterSessions | None:
    if response.status_code == 200:
        response_200 = ShooterSessions.from_dict(response.json())

        return response_200

    if response.status_code == 401:
        response_401 = ShooterProblem.from_dict(response.json())

        return response_401

    if response.status_code == 406:
        response_406 = ShooterProblem.from_dict(response.json())

        return response_406

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
) -> Response[ShooterProblem | ShooterSessions]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    open_seats: int | Unset = 0,
) -> Response[ShooterProblem | ShooterSessions]:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        open_seats (int | Unset):  Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterSessions]
    """

    kwargs = _get_kwargs(
        status=status,
        limit=limit,
        cursor=cursor,
        open_seats=open_seats,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    open_seats: int | Unset = 0,
) -> ShooterProblem | ShooterSessions | None:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        open_seats (int | Unset):  Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterSessions
    """

    return sync_detailed(
        client=client,
        status=status,
        limit=limit,
        cursor=cursor,
        open_seats=open_seats,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    open_seats: int | Unset = 0,
) -> Response[ShooterProblem | ShooterSessions]:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        open_seats (int | Unset):  Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterSessions]
    """

    kwargs = _get_kwargs(
        status=status,
        limit=limit,
        cursor=cursor,
        open_seats=open_seats,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    open_seats: int | Unset = 0,
) -> ShooterProblem | ShooterSessions | None:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        open_seats (int | Unset):  Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterSessions
    """

    return (
        await asyncio_detailed(
            client=client,
            status=status,
            limit=limit,
            cursor=cursor,
            open_seats=open_seats,
        )
    ).parsed
