from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.shooter_create import ShooterCreate
from ...models.shooter_problem import ShooterProblem
from ...models.shooter_seated import ShooterSeated
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: ShooterCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/shooter/sessions",
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

    if response.status_code == 406:
        response_406 = ShooterProblem.from_dict(response.json())

        return response_406

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
    *,
    client: AuthenticatedClient,
    body: ShooterCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ShooterProblem | ShooterSeated]:
    """Open a table

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShooterCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterSeated]
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
    body: ShooterCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ShooterProblem | ShooterSeated | None:
    """Open a table

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShooterCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterSeated
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: ShooterCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ShooterProblem | ShooterSeated]:
    """Open a table

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShooterCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ShooterProblem | ShooterSeated]
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
    body: ShooterCreate | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ShooterProblem | ShooterSeated | None:
    """Open a table

     Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a
    request
    that is sent again brings the same session and the same token, so that key is as secret as they are.

    Args:
        idempotency_key (str | Unset):
        body (ShooterCreate | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ShooterProblem | ShooterSeated
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
