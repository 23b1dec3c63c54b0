"""The contract's table of problems, and the one way that tests look at a refusal."""

from typing import Any

from werkzeug.test import TestResponse

MEDIA_TYPE = "application/problem+json"

STATUS = {
    "malformed_json": 400,
    "invalid_request": 422,
    "unauthorized": 401,
    "not_creator": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "unsupported_media_type": 415,
    "length_required": 411,
    "payload_too_large": 413,
    "not_your_turn": 409,
    "session_not_started": 409,
    "session_finished": 409,
    "session_not_finished": 409,
    "session_in_progress": 409,
    "table_full": 409,
    "seat_taken": 409,
    "card_not_in_hand": 409,
    "must_follow_suit": 409,
    "bid_too_low": 409,
    "no_such_bid": 409,
    "hand_too_full": 409,
    "not_a_match": 409,
    "choice_open": 409,
    "not_a_lone_queen": 409,
    "no_joker": 409,
    "not_retrievable": 409,
    "leaving_not_allowed": 409,
    "nothing_to_accuse": 409,
    "wrong_phase": 409,
    "stale_version": 412,
    "history_lost": 409,
    "idempotency_key_reused": 422,
    "idempotency_in_progress": 409,
    "too_many_requests": 429,
    "internal_error": 500,
    "store_unavailable": 503,
    "outcome_unknown": 503,
}

_ALWAYS = {"type", "title", "status", "detail", "code"}
_SOMETIMES = {"errors", "rule", "legal_actions", "session", "instance"}


def refused(answer: TestResponse) -> str:
    """The code of the problem that *answer* must be, whole and as the contract has it."""
    assert answer.content_type == MEDIA_TYPE, answer.text
    problem: dict[str, Any] = answer.get_json()
    code: str = problem["code"]
    assert problem["type"] == f"/v1/problems/{code}"
    assert problem["status"] == answer.status_code == STATUS.get(code, 409)  # a game may have refusals of its own
    assert problem["title"]
    assert problem["detail"]
    assert _ALWAYS <= problem.keys() <= _ALWAYS | _SOMETIMES
    assert ("errors" in problem) == (code == "invalid_request")
    assert ("session" in problem) == (code == "stale_version")
    assert ("instance" in problem) == (code == "internal_error")
    return code


def wrong_fields(answer: TestResponse) -> set[str]:
    """The fields that a request was refused for."""
    assert refused(answer) == "invalid_request"
    errors: dict[str, list[str]] = answer.get_json()["errors"]
    assert all(isinstance(text, str) for messages in errors.values() for text in messages)
    assert all(errors.values())
    return set(errors)
