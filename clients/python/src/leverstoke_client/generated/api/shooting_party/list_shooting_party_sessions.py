from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.session_status import SessionStatus
from ...models.shooting_party_problem import ShootingPartyProblem
from ...models.shooting_party_sessions import ShootingPartySessions
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params["limit"] = limit

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/shooting-party/sessions",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ShootingPartyProblem | ShootingPartySessions | None:
    if response.status_code == 200:
        response_200 = ShootingPartySessions.from_dict(response.json())

        return response_200

    if response.status_code == 401:
        response_401 = ShootingPartyProblem.from_dict(response.json())

        return response_401

    if response.status_code == 406:
        response_406 = ShootingPartyProblem.from_dict(response.json())

        return response_406

    if response.status_code == 422:
        response_422 = ShootingPartyProblem.from_dict(response.json())

        return response_422

    if response.status_code == 429:
        response_429 = ShootingPartyProblem.from_dict(response.json())

        return response_429

    if response.status_code == 500:
        response_500 = ShootingPartyProblem.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = ShootingPartyProblem.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ShootingPartyProblem | ShootingPartySessions]:
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
) -> Response[ShootingPartyProblem | ShootingPartySessions]:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShootingPartyProblem | ShootingPartySessions]
    """

    kwargs = _get_kwargs(
        status=status,
        limit=limit,
        cursor=cursor,
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
) -> ShootingPartyProblem | ShootingPartySessions | None:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShootingPartyProblem | ShootingPartySessions
    """

    return sync_detailed(
        client=client,
        status=status,
        limit=limit,
        cursor=cursor,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
) -> Response[ShootingPartyProblem | ShootingPartySessions]:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShootingPartyProblem | ShootingPartySessions]
    """

    kwargs = _get_kwargs(
        status=status,
        limit=limit,
        cursor=cursor,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    status: SessionStatus | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
) -> ShootingPartyProblem | ShootingPartySessions | None:
    """The lobby: listed sessions, newest first

     Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.

    Args:
        status (SessionStatus | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShootingPartyProblem | ShootingPartySessions
    """

    return (
        await asyncio_detailed(
            client=client,
            status=status,
            limit=limit,
            cursor=cursor,
        )
    ).parsed
