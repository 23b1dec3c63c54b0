from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.bot_level import BotLevel
from ...models.shooter_hint import ShooterHint
from ...models.shooter_problem import ShooterProblem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    session_id: str,
    *,
    level: BotLevel | Unset = "steady",
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_level: str | Unset = UNSET
    if not isinstance(level, Unset):
        json_level = level

    params["level"] = json_level

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/shooter/sessions/{session_id}/hint".format(
            session_id=quote(str(session_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ShooterHint | ShooterProblem | None:
    if response.status_code == 200:
        response_200 = ShooterHint.from_dict(response.json())

        return response_200

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
) -> Response[ShooterHint | ShooterProblem]:
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
    level: BotLevel | Unset = "steady",
) -> Response[ShooterHint | ShooterProblem]:
    """What the house would do in your place, and why

    Args:
        session_id (str):
        level (BotLevel | Unset):  Default: 'steady'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterHint | ShooterProblem]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        level=level,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    session_id: str,
    *,
    client: AuthenticatedClient,
    level: BotLevel | Unset = "steady",
) -> ShooterHint | ShooterProblem | None:
    """What the house would do in your place, and why

    Args:
        session_id (str):
        level (BotLevel | Unset):  Default: 'steady'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterHint | ShooterProblem
    """

    return sync_detailed(
        session_id=session_id,
        client=client,
        level=level,
    ).parsed


async def asyncio_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
    level: BotLevel | Unset = "steady",
) -> Response[ShooterHint | ShooterProblem]:
    """What the house would do in your place, and why

    Args:
        session_id (str):
        level (BotLevel | Unset):  Default: 'steady'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterHint | ShooterProblem]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        level=level,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    session_id: str,
    *,
    client: AuthenticatedClient,
    level: BotLevel | Unset = "steady",
) -> ShooterHint | ShooterProblem | None:
    """What the house would do in your place, and why

    Args:
        session_id (str):
        level (BotLevel | Unset):  Default: 'steady'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterHint | ShooterProblem
    """

    return (
        await asyncio_detailed(
            session_id=session_id,
            client=client,
            level=level,
        )
    ).parsed
