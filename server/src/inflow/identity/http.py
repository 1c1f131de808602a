"""Identity over HTTP: JSON, from our own pages only; and the two documents that any issuer publishes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.identity.accounts import PATH, Accounts
from inflow.identity.bodies import (
    NoBody,
    ResendBody,
    SignInBody,
    SignUpBody,
    VerifyBody,
    answered,
    body_of,
    challenge_view,
    done,
    refused,
    wire_time,
)
from inflow.identity.origin import JSON
from inflow.identity.own_doors import OwnDoors
from inflow.identity.reset_doors import ResetDoors
from inflow.identity.rules import TooYoung
from inflow.identity.sign_up import Form
from inflow.identity.signing import ALGORITHM
from reflow.errors import AppError

Endpoint = Callable[[Request], Awaitable[Response]]


def routes(accounts: Accounts) -> list[Route]:
    """The endpoints below ``/api/identity``."""
    doors, resets, own = _Doors(accounts), ResetDoors(accounts), OwnDoors(accounts)
    posts = {
        "/sign-up": doors.sign_up,
        "/sign-up/verify": doors.verify,
        "/sign-up/resend": doors.resend,
        "/sign-in": doors.sign_in,
        "/sign-out": doors.sign_out,
        "/token": doors.token,
        "/reset": resets.begin,
        "/reset/resend": resets.resend,
        "/reset/complete": resets.complete,
        "/password": own.change_password,
        "/sessions/end-others": own.end_others,
        "/sessions/{session_id:str}/end": own.end_session,
        "/delete": own.delete,
    }
    return [
        *(Route(PATH + path, _guarded(accounts, door), methods=["POST"]) for path, door in posts.items()),
        Route(PATH + "/sessions", _guarded(accounts, own.sessions, content_type=None), methods=["GET"]),
        Route(PATH + "/.well-known/jwks.json", doors.jwks),
        Route(PATH + "/.well-known/openid-configuration", doors.discovery),
    ]


class _Doors:
    """One method per endpoint."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._cookies = accounts.cookies

    async def sign_up(self, request: Request) -> Response:
        body = await body_of(request, SignUpBody)
        self._cookies.require_entry(request)
        form = Form(
            email=body.email,
            full_name=body.full_name,
            username=body.username,
            password=body.password,
            date_of_birth=body.date_of_birth,
            terms_accepted=body.terms_accepted,
        )
        challenge, cookie = await self._accounts.begin_sign_up(self._cookies.visitor(request), form)
        response = answered(challenge_view(challenge), 202)
        self._cookies.await_code(response, cookie)
        return response

    async def verify(self, request: Request) -> Response:
        body = await body_of(request, VerifyBody)
        visitor = self._cookies.visitor(request)
        complete = await self._accounts.complete_sign_up(visitor, body.challenge_id, body.code)
        response = answered({"status": "complete", "user": complete.user})
        self._cookies.open_session(response, complete.session_token)
        self._cookies.trust_device(response, complete.device_token)
        self._cookies.forget_code(response)
        return response

    async def resend(self, request: Request) -> Response:
        body = await body_of(request, ResendBody)
        challenge, cookie = await self._accounts.resend_code(self._cookies.visitor(request), body.challenge_id)
        response = answered(challenge_view(challenge), 202)
        self._cookies.await_code(response, cookie)
        return response

    async def sign_in(self, request: Request) -> Response:
        body = await body_of(request, SignInBody)
        visitor = self._cookies.visitor(request)
        signed_in = await self._accounts.sign_in(visitor, body.identifier, body.password)
        response = answered({"status": "complete"})
        self._cookies.open_session(response, signed_in.session_token)
        self._cookies.trust_device(response, signed_in.device_token)
        return response

    async def sign_out(self, request: Request) -> Response:
        await body_of(request, NoBody)
        await self._accounts.sign_out(self._cookies.visitor(request))
        response = done()
        self._cookies.leave(response)
        return response

    async def token(self, request: Request) -> Response:
        """A token; null for a browser without an open session, which every visitor is and which is no failure."""
        await body_of(request, NoBody)
        given = await self._accounts.socket_token(self._cookies.visitor(request))
        if given is None:
            return answered({"token": None})
        response = answered({"token": given.token.token, "expiresAt": wire_time(given.token.expires_at)})
        if given.session_token is not None:
            self._cookies.open_session(response, given.session_token)
        return response

    async def jwks(self, _: Request) -> Response:
        return answered(await self._accounts.jwks(), cache="public, max-age=300")

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
        return answered(document, cache="public, max-age=300")


def _guarded(accounts: Accounts, door: Endpoint, *, content_type: str | None = JSON) -> Endpoint:
    """Only our own pages get to the door, and refusals leave it as JSON. Anything else is a bug, and rises."""

    async def guarded(request: Request) -> Response:
        try:
            accounts.origin.require_own_page(request, content_type=content_type)
            response = await door(request)
        except AppError as refusal:
            response = refused(refusal)
            if isinstance(refusal, TooYoung):
                accounts.cookies.close_entry(request, response)
        return response

    return guarded
