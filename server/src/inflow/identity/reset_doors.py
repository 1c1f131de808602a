"""Where somebody who forgot their password knocks."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from inflow.identity.accounts import Accounts
from inflow.identity.bodies import CompleteResetBody, ResendBody, ResetBody, answered, body_of, challenge_view


class ResetDoors:
    """One method per endpoint below ``/api/identity/reset``."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._cookies = accounts.cookies

    async def begin(self, request: Request) -> Response:
        body = await body_of(request, ResetBody)
        challenge, cookie = await self._accounts.begin_reset(self._cookies.visitor(request), body.email)
        response = answered(challenge_view(challenge), 202)
        self._cookies.await_code(response, cookie)
        return response

    async def resend(self, request: Request) -> Response:
        body = await body_of(request, ResendBody)
        challenge, cookie = await self._accounts.resend_reset(self._cookies.visitor(request), body.challenge_id)
        response = answered(challenge_view(challenge), 202)
        self._cookies.await_code(response, cookie)
        return response

    async def complete(self, request: Request) -> Response:
        body = await body_of(request, CompleteResetBody)
        visitor = self._cookies.visitor(request)
        if body.link:
            device = await self._accounts.complete_reset_by_link(visitor, body.link, body.new_password)
        else:
            device = await self._accounts.complete_reset(visitor, body.challenge_id, body.code, body.new_password)
        response = answered({"status": "complete"})
        self._cookies.trust_device(response, device)
        self._cookies.forget_code(response)
        self._cookies.leave(response)
        return response
