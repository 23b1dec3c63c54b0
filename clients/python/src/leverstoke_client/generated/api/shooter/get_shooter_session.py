from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.shooter_problem import ShooterProblem
from ...models.shooter_view import ShooterView
from ...types import UNSET, Response, Unset


def _get_kwargs(
    session_id: str,
    *,
    wait: int | Unset = UNSET,
    ascii_: bool | Unset = False,
    if_none_match: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    params["wait"] = wait

    params["ascii"] = ascii_

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/shooter/sessions/{session_id}".format(
            session_id=quote(str(session_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | ShooterProblem | ShooterView | None:
    if response.status_code == 200:
        response_200 = ShooterView.from_dict(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

    if response.status_code == 401:
        response_401 = ShooterProblem.from_dict(response.json())

        return response_401

    if response.status_code == 404:
        response_404 = ShooterProblem.from_dict(response.json())

        return response_404

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
) -> Response[Any | ShooterProblem | ShooterView]:
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
    ascii_: bool | Unset = False,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | ShooterProblem | ShooterView]:
    """The session, as whoever asks may see it

     With a token it is the view of that seat, without one a spectator's. With `If-None-Match` and `wait`
    the
    answer is held until there is another view; 304 says that there was none in that time. `Accept:
    text/plain` draws it for people.

    Args:
        session_id (str):
        wait (int | Unset):
        ascii_ (bool | Unset):  Default: False.
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ShooterProblem | ShooterView]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        wait=wait,
        ascii_=ascii_,
        if_none_match=if_none_match,
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
    ascii_: bool | Unset = False,
    if_none_match: str | Unset = UNSET,
) -> Any | ShooterProblem | ShooterView | None:
    """The session, as whoever asks may see it

     With a token it is the view of that seat, without one a spectator's. With `If-None-Match` and `wait`
    the
    answer is held until there is another view; 304 says that there was none in that time. `Accept:
    text/plain` draws it for people.

    Args:
        session_id (str):
        wait (int | Unset):
        ascii_ (bool | Unset):  Default: False.
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ShooterProblem | ShooterView
    """

    return sync_detailed(
        session_id=session_id,
        client=client,
        wait=wait,
        ascii_=ascii_,
        if_none_match=if_none_match,
    ).parsed


async def asyncio_detailed(
    session_id: str,
    *,
    client: AuthenticatedClient,
    wait: int | Unset = UNSET,
    ascii_: bool | Unset = False,
    if_none_match: str | Unset = UNSET,
) -> Response[Any | ShooterProblem | ShooterView]:
    """The session, as whoever asks may see it

     With a token it is the view of that seat, without one a spectator's. With `If-None-Match` and `wait`
    the
    answer is held until there is another view; 304 says that there was none in that time. `Accept:
    text/plain` draws it for people.

    Args:
        session_id (str):
        wait (int | Unset):
        ascii_ (bool | Unset):  Default: False.
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | ShooterProblem | ShooterView]
    """

    kwargs = _get_kwargs(
        session_id=session_id,
        wait=wait,
        ascii_=ascii_,
        if_none_match=if_none_match,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    session_id: str,
    *,
    client: AuthenticatedClient,
    wait: int | Unset = UNSET,
    ascii_: bool | Unset = False,
    if_none_match: str | Unset = UNSET,
) -> Any | ShooterProblem | ShooterView | None:
    """The session, as whoever asks may see it

     With a token it is the view of that seat, without one a spectator's. With `If-None-Match` and `wait`
    the
    answer is held until there is another view; 304 says that there was none in that time. `Accept:
    text/plain` draws it for people.

    Args:
        session_id (str):
        wait (int | Unset):
        ascii_ (bool | Unset):  Default: False.
        if_none_match (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | ShooterProblem | ShooterView
    """

    return (
        await asyncio_detailed(
            session_id=session_id,
            client=client,
            wait=wait,
            ascii_=ascii_,
            if_none_match=if_none_match,
        )
    ).parsed
