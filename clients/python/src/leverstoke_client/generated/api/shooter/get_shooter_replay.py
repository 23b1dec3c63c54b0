from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.shooter_problem import ShooterProblem
from ...models.shooter_replay import ShooterReplay
from ...types import Response


def _get_kwargs(
    session_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/shooter/sessions/{session_id}/replay".format(
            session_id=quote(str(session_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ShooterProblem | ShooterReplay | None:
    if response.status_code == 200:
        response_200 = ShooterReplay.from_dict(response.json())

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
) -> Response[ShooterProblem | ShooterReplay]:
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
) -> Response[ShooterProblem | ShooterReplay]:
    """After the end: the seed, every shuffle and every action

     How the seed, the commitment and the shuffles hang together: D-1 to D-5 of the rules.

    Args:
        session_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterReplay]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    session_id: str,
    *,
    client: AuthenticatedClient,
) -> ShooterProblem | ShooterReplay | None:
    """After the end: the seed, every shuffle and every action

     How the seed, the commitment and the shuffles hang together: D-1 to D-5 of the rules.

    Args:
        session_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterReplay
    """

    return sync_detailed(
        session_id=session_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
) -> Response[ShooterProblem | ShooterReplay]:
    """After the end: the seed, every shuffle and every action

     How the seed, the commitment and the shuffles hang together: D-1 to D-5 of the rules.

    Args:
        session_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterReplay]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    session_id: str,
    *,
    client: AuthenticatedClient,
) -> ShooterProblem | ShooterReplay | None:
    """After the end: the seed, every shuffle and every action

     How the seed, the commitment and the shuffles hang together: D-1 to D-5 of the rules.

    Args:
        session_id (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterReplay
    """

    return (
        await asyncio_detailed(
            session_id=session_id,
            client=client,
        )
    ).parsed
