"""Identity over HTTP: JSON, POST, from our own pages only; and the two documents that any issuer publishes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.identity.accounts import PATH, Accounts
from inflow.identity.challenges import Challenge
from inflow.identity.sign_up import Form
from inflow.identity.signing import ALGORITHM
from reflow.errors import AppError

MOST_BODY_BYTES = 65_536
STATUS = {
    "invalid": 400,
    "expired": 400,
    "unauthenticated": 401,
    "forbidden": 403,
    "conflict": 409,
    "too_large": 413,
    "rate_limited": 429,
}

Body = TypeVar("Body", bound="Closed")
Endpoint = Callable[[Request], Awaitable[Response]]


class Closed(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """A request's body: camelCase, and no field that is not named."""


class SignUpBody(Closed):
    """A missing field is an empty one, so that the answer is about the form and not about JSON."""

    email: str = ""
    full_name: str = ""
    username: str = ""
    password: str = ""
    date_of_birth: str = ""
    terms_accepted: bool = False


class VerifyBody(Closed):
    challenge_id: str
    code: str


class ResendBody(Closed):
    challenge_id: str


class SignInBody(Closed):
    identifier: str = ""
    password: str = ""


class NoBody(Closed):
    pass


def routes(accounts: Accounts) -> list[Route]:
    """The endpoints below ``/api/identity``."""
    doors = _Doors(accounts)
    posts = {
        "/sign-up": doors.sign_up,
        "/sign-up/verify": doors.verify,
        "/sign-up/resend": doors.resend,
        "/sign-in": doors.sign_in,
        "/sign-out": doors.sign_out,
        "/token": doors.token,
    }
    return [
        *(Route(PATH + path, _guarded(accounts, door), methods=["POST"]) for path, door in posts.items()),
        Route(PATH + "/.well-known/jwks.json", doors.jwks),
        Route(PATH + "/.well-known/openid-configuration", doors.discovery),
    ]


class _Doors:
    """One method per endpoint."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._cookies = accounts.cookies

    async def sign_up(self, request: Request) -> Response:
        body = await _body(request, SignUpBody)
        form = Form(
            email=body.email,
            full_name=body.full_name,
            username=body.username,
            password=body.password,
            date_of_birth=body.date_of_birth,
            terms_accepted=body.terms_accepted,
        )
        challenge, cookie = await self._accounts.begin_sign_up(self._cookies.visitor(request), form)
        response = _json(_challenge(challenge), 202)
        self._cookies.await_code(response, cookie)
        return response

    async def verify(self, request: Request) -> Response:
        body = await _body(request, VerifyBody)
        visitor = self._cookies.visitor(request)
        complete, device = await self._accounts.complete_sign_up(visitor, body.challenge_id, body.code)
        response = _json({"status": "complete", "user": complete.user})
        self._cookies.open_session(response, complete.session_token)
        self._cookies.trust_device(response, device)
        self._cookies.forget_code(response)
        return response

    async def resend(self, request: Request) -> Response:
        body = await _body(request, ResendBody)
        challenge = await self._accounts.resend_code(self._cookies.visitor(request), body.challenge_id)
        return _json(_challenge(challenge), 202)

    async def sign_in(self, request: Request) -> Response:
        body = await _body(request, SignInBody)
        visitor = self._cookies.visitor(request)
        signed_in = await self._accounts.sign_in(visitor, body.identifier, body.password)
        response = _json({"status": "complete"})
        self._cookies.open_session(response, signed_in.session_token)
        self._cookies.trust_device(response, signed_in.device_token)
        return response

    async def sign_out(self, request: Request) -> Response:
        await _body(request, NoBody)
        await self._accounts.sign_out(self._cookies.visitor(request))
        response = Response(status_code=204)
        self._cookies.close_session(response)
        return response

    async def token(self, request: Request) -> Response:
        await _body(request, NoBody)
        given = await self._accounts.socket_token(self._cookies.visitor(request))
        response = _json({"token": given.token.token, "expiresAt": _wire_time(given.token.expires_at)})
        if given.session_token is not None:
            self._cookies.open_session(response, given.session_token)
        return response

    async def jwks(self, _: Request) -> Response:
        return _json(await self._accounts.jwks(), cache="public, max-age=300")

    async def discovery(self, _: Request) -> Response:
        issuer = self._accounts.issuer
        document = {
            "issuer": issuer,
            "jwks_uri": f"{issuer}/.well-known/jwks.json",
            "token_endpoint": f"{issuer}/token",
            "id_token_signing_alg_values_supported": [ALGORITHM],
            "subject_types_supported": ["public"],
            "response_types_supported": ["none"],
        }
        return _json(document, cache="public, max-age=300")


def _guarded(accounts: Accounts, door: Endpoint) -> Endpoint:
    """Only our own pages get to the door, and refusals leave it as JSON. Anything else is a bug, and rises."""

    async def guarded(request: Request) -> Response:
        try:
            accounts.origin.require_own_page(request)
            response = await door(request)
        except AppError as refusal:
            response = refused(refusal)
        return response

    return guarded


def refused(refusal: AppError) -> Response:
    """A refusal as JSON: ``{code, message, field?}``, with `Retry-After` where waiting helps."""
    content = {"code": refusal.code, "message": refusal.message}
    if "field" in refusal.data:
        content["field"] = str(refusal.data["field"])
    response = _json(content, STATUS.get(refusal.code, 400))
    if "retry_after" in refusal.data:
        response.headers["Retry-After"] = str(refusal.data["retry_after"])
    return response


async def _body(request: Request, shape: type[Body]) -> Body:
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > MOST_BODY_BYTES:
            raise AppError("too_large", "The request is too large.")
    try:
        return msgspec.json.decode(bytes(raw) or b"{}", type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        # msgspec names the field and the type expected, never the value.
        raise AppError("invalid", f"The request is malformed: {error}") from None


def _challenge(challenge: Challenge) -> dict[str, str]:
    return {
        "challengeId": challenge.id,
        "expiresAt": _wire_time(challenge.expires_at),
        "resendAt": _wire_time(challenge.resend_at),
    }


def _wire_time(instant: datetime) -> str:
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _json(content: Any, status: int = 200, *, cache: str = "no-store") -> Response:
    headers = {"Cache-Control": cache, "X-Content-Type-Options": "nosniff"}
    return Response(msgspec.json.encode(content), status, headers=headers, media_type="application/json")
