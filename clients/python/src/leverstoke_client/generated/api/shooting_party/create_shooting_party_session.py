from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.shooting_party_create import ShootingPartyCreate
from ...models.shooting_party_problem import ShootingPartyProblem
from ...models.shooting_party_seated import ShootingPartySeated
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: ShootingPartyCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/shooting-party/sessions",
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ShootingPartyProblem | ShootingPartySeated | None:
    if response.status_code == 201:
        response_201 = ShootingPartySeated.from_dict(response.json())

        return response_201

    if response.status_code == 400:
        response_400 = ShootingPartyProblem.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = ShootingPartyProblem.from_dict(response.json())

        return response_401

    if response.status_code == 406:
        response_406 = ShootingPartyProblem.from_dict(response.json())

        return response_406

    if response.status_code == 411:
        response_411 = ShootingPartyProblem.from_dict(response.json())

        return response_411

    if response.status_code == 413:
        response_413 = ShootingPartyProblem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = ShootingPartyProblem.from_dict(response.json())

        return response_415

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
) -> Response[ShootingPartyProblem | ShootingPartySeated]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: ShootingPartyCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ShootingPartyProblem | ShootingPartySeated]:
    """Deal a session

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShootingPartyCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShootingPartyProblem | ShootingPartySeated]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: ShootingPartyCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ShootingPartyProblem | ShootingPartySeated | None:
    """Deal a session

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShootingPartyCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShootingPartyProblem | ShootingPartySeated
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: ShootingPartyCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ShootingPartyProblem | ShootingPartySeated]:
    """Deal a session

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShootingPartyCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShootingPartyProblem | ShootingPartySeated]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: ShootingPartyCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ShootingPartyProblem | ShootingPartySeated | None:
    """Deal a session

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShootingPartyCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShootingPartyProblem | ShootingPartySeated
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
