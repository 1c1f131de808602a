"""Request bodies and JSON responses of identity's endpoints."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from inflow.identity.challenges import Challenge
from inflow.identity.sessions.sessions import OpenSession, Session
from inflow.identity.sign_up.entry import REASON_MAX
from reflow import AppError
from reflow.json_input import json_body

MAX_BODY_BYTES = 65_536
CODE_MAX = 100
"""Characters of a typed code, with spaces and hyphens."""
STATUS_BY_CODE = {
    "invalid": 400,
    "expired": 400,
    "unauthenticated": 401,
    "forbidden": 403,
    "suspended": 403,
    "not_found": 404,
    "conflict": 409,
    "too_large": 413,
    "rate_limited": 429,
    "busy": 503,
    "no_room": 507,
}

Body = TypeVar("Body", bound="RequestBody")


class RequestBody(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A request's body: camelCase, and unknown fields are refused.

    Fields of forms have defaults: a missing field counts as empty, so that the error is about the form and not about
    JSON.
    """


class SignUpBody(RequestBody):
    email: str = ""
    full_name: str = ""
    username: str = ""
    password: str = ""
    date_of_birth: str = ""
    terms_accepted: bool = False
    invitation: Annotated[str, Meta(max_length=100)] = ""
    reason: Annotated[str, Meta(max_length=REASON_MAX)] = ""


class VerifyBody(RequestBody):
    challenge_id: str
    code: str


class ResendBody(RequestBody):
    challenge_id: str


class SignInBody(RequestBody):
    identifier: str = ""
    password: str = ""


class ResetBody(RequestBody):
    email: str = ""


class CompleteResetBody(RequestBody):
    """A challenge and its code, or the token of an email's link."""

    challenge_id: str = ""
    code: str = ""
    link: str = ""
    new_password: str = ""


class PasswordBody(RequestBody):
    current_password: str = ""
    new_password: str = ""


class DeleteBody(RequestBody):
    password: str = ""


class AnswerBody(RequestBody):
    """A code, or a passkey's credential as JSON."""

    code: Annotated[str, Meta(max_length=CODE_MAX)] = ""
    passkey: dict[str, Any] | None = None
    trust: bool = False


class ProofBody(RequestBody):
    """A code or a passkey's credential; the password of a member without a second step."""

    code: Annotated[str, Meta(max_length=CODE_MAX)] = ""
    passkey: dict[str, Any] | None = None
    password: str = ""


class PasskeyBody(RequestBody):
    passkey: dict[str, Any]


class AddPasskeyBody(RequestBody):
    passkey: dict[str, Any]
    name: str = ""


class NameBody(RequestBody):
    name: str = ""


class CodeBody(RequestBody):
    code: Annotated[str, Meta(max_length=CODE_MAX)] = ""


class EmailBody(RequestBody):
    email: str = ""


class CompleteEmailBody(RequestBody):
    """The challenges and codes of the present address, and of the new one."""

    former_challenge_id: str = ""
    former_code: str = ""
    challenge_id: str = ""
    code: str = ""


class LinkBody(RequestBody):
    link: str = ""


class UsernameBody(RequestBody):
    username: str = ""


class NoBody(RequestBody):
    pass


async def read_body(request: Request, shape: type[Body]) -> Body:
    """Read and validate the request's body.

    Raises:
        AppError: ``invalid``; ``too_large``.
    """
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > MAX_BODY_BYTES:
            raise AppError("too_large", "The request is too large.")
    return json_body(bytes(raw) or b"{}", shape)


def json_response(content: Any, status: int = 200, *, cache: str = "no-store") -> Response:
    """A JSON response."""
    headers = {"Cache-Control": cache, "X-Content-Type-Options": "nosniff"}
    return Response(msgspec.json.encode(content), status, headers=headers, media_type="application/json")


def no_content() -> Response:
    """An empty response."""
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


def error_response(refusal: AppError) -> Response:
    """A refusal as JSON, ``{code, message, field?, template?, params?, until?, appeal?, retryAfter?}``, the last
    also as a header.
    """
    data = refusal.data
    content: dict[str, object] = {"code": refusal.code, "message": refusal.message}
    content |= {name: data[name] for name in ("field", "template", "params", "until", "appeal") if name in data}
    if "retryAfter" in data:
        content["retryAfter"] = data["retryAfter"]
    response = json_response(content, STATUS_BY_CODE.get(refusal.code, 400))
    if "retryAfter" in data:
        response.headers["Retry-After"] = str(data["retryAfter"])
    return response


def challenge_view(challenge: Challenge) -> dict[str, str]:
    """A challenge, without its code."""
    return {
        "challengeId": challenge.id,
        "expiresAt": wire_time(challenge.expires_at),
        "resendAt": wire_time(challenge.resend_at),
    }


def session_view(session: OpenSession, current: Session) -> dict[str, Any]:
    """A session in its owner's list."""
    return {
        "id": session.id,
        "browser": session.browser,
        "createdAt": wire_time(session.created_at),
        "lastUsedAt": wire_time(session.last_used_at),
        "current": session.id == current.id,
    }


def wire_time(instant: datetime) -> str:
    """An instant as ISO text."""
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
