from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.nothing import Nothing
from ...models.shooter_problem import ShooterProblem
from ...models.shooter_seated import ShooterSeated
from ...types import UNSET, Response, Unset


def _get_kwargs(
    session_id: str,
    *,
    body: Nothing | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/shooter/sessions/{session_id}/rematch".format(
            session_id=quote(str(session_id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ShooterProblem | ShooterSeated | None:
    if response.status_code == 201:
        response_201 = ShooterSeated.from_dict(response.json())

        return response_201

    if response.status_code == 400:
        response_400 = ShooterProblem.from_dict(response.json())

        return response_400

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

    if response.status_code == 411:
        response_411 = ShooterProblem.from_dict(response.json())

        return response_411

    if response.status_code == 413:
        response_413 = ShooterProblem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = ShooterProblem.from_dict(response.json())

        return response_415

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
) -> Response[ShooterProblem | ShooterSeated]:
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
    body: Nothing | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ShooterProblem | ShooterSeated]:
    """After the end: the same players and options, and a fresh deal; it starts when every human has asked

    Args:
        session_id (str):
        idempotency_key (str | Unset):
        body (Nothing | Unset): The body of an action that needs none: ``{}``, or no body at all.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterSeated]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    session_id: str,
    *,
    client: AuthenticatedClient,
    body: Nothing | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ShooterProblem | ShooterSeated | None:
    """After the end: the same players and options, and a fresh deal; it starts when every human has asked

    Args:
        session_id (str):
        idempotency_key (str | Unset):
        body (Nothing | Unset): The body of an action that needs none: ``{}``, or no body at all.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterSeated
    """

    return sync_detailed(
        session_id=session_id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
    body: Nothing | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ShooterProblem | ShooterSeated]:
    """After the end: the same players and options, and a fresh deal; it starts when every human has asked

    Args:
        session_id (str):
        idempotency_key (str | Unset):
        body (Nothing | Unset): The body of an action that needs none: ``{}``, or no body at all.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterSeated]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    session_id: str,
    *,
    client: AuthenticatedClient,
    body: Nothing | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ShooterProblem | ShooterSeated | None:
    """After the end: the same players and options, and a fresh deal; it starts when every human has asked

    Args:
        session_id (str):
        idempotency_key (str | Unset):
        body (Nothing | Unset): The body of an action that needs none: ``{}``, or no body at all.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterSeated
    """

    return (
        await asyncio_detailed(
            session_id=session_id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
