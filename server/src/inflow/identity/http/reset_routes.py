"""Endpoints of a password reset."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from inflow.identity.accounts import Accounts
from inflow.identity.http.bodies import (
    CompleteResetBody,
    ResendBody,
    ResetBody,
    challenge_view,
    json_response,
    read_body,
)


class ResetEndpoints:
    """One method per endpoint below ``/api/identity/reset``."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._cookies = accounts.cookies

    async def begin(self, request: Request) -> Response:
        body = await read_body(request, ResetBody)
        challenge, cookie = await self._accounts.begin_reset(self._cookies.visitor(request), body.email)
        response = json_response(challenge_view(challenge), 202)
        self._cookies.bind_challenge(response, cookie)
        return response

    async def resend(self, request: Request) -> Response:
        body = await read_body(request, ResendBody)
        challenge, cookie = await self._accounts.resend_reset(self._cookies.visitor(request), body.challenge_id)
        response = json_response(challenge_view(challenge), 202)
        self._cookies.bind_challenge(response, cookie)
        return response

    async def complete(self, request: Request) -> Response:
        body = await read_body(request, CompleteResetBody)
        visitor = self._cookies.visitor(request)
        if body.link:
            device = await self._accounts.complete_reset_by_link(visitor, body.link, body.new_password)
        else:
            device = await self._accounts.complete_reset(visitor, body.challenge_id, body.code, body.new_password)
        response = json_response({"status": "complete"})
        self._cookies.trust_device(response, device)
        self._cookies.forget_challenge(response)
        self._cookies.close_session(response)
        return response
