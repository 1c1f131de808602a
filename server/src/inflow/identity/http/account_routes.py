"""Endpoints of a member's own account: password, address, username, sessions, deletion."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from inflow.identity.accounts import Accounts
from inflow.identity.http.bodies import (
    CompleteEmailBody,
    DeleteBody,
    EmailBody,
    LinkBody,
    NoBody,
    PasswordBody,
    UsernameBody,
    challenge_view,
    json_response,
    no_content,
    read_body,
    session_view,
)


class AccountEndpoints:
    """One method per endpoint that needs a session."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._cookies = accounts.cookies

    async def change_password(self, request: Request) -> Response:
        body = await read_body(request, PasswordBody)
        visitor = self._cookies.visitor(request)
        changed = await self._accounts.change_password(visitor, body.current_password, body.new_password)
        response = json_response({"status": "complete"})
        self._cookies.open_session(response, changed.session_token)
        self._cookies.trust_device(response, changed.device_token)
        return response

    async def begin_email_change(self, request: Request) -> Response:
        body = await read_body(request, EmailBody)
        change = await self._accounts.begin_email_change(self._cookies.visitor(request), body.email)
        content = {"former": challenge_view(change.former), "new": challenge_view(change.new)}
        response = json_response(content, 202)
        self._cookies.bind_challenge(response, change.cookie)
        return response

    async def complete_email_change(self, request: Request) -> Response:
        body = await read_body(request, CompleteEmailBody)
        email = await self._accounts.complete_email_change(
            self._cookies.visitor(request),
            (body.former_challenge_id, body.challenge_id),
            (body.former_code, body.code),
        )
        response = json_response({"email": email})
        self._cookies.forget_challenge(response)
        return response

    async def undo_email_change(self, request: Request) -> Response:
        body = await read_body(request, LinkBody)
        await self._accounts.undo_email_change(self._cookies.visitor(request), body.link)
        response = no_content()
        self._cookies.close_session(response)
        return response

    async def change_username(self, request: Request) -> Response:
        body = await read_body(request, UsernameBody)
        username = await self._accounts.change_username(self._cookies.visitor(request), body.username)
        return json_response({"username": username})

    async def sessions(self, request: Request) -> Response:
        current, found = await self._accounts.open_sessions(self._cookies.visitor(request))
        return json_response([session_view(session, current) for session in found])

    async def end_others(self, request: Request) -> Response:
        await read_body(request, NoBody)
        await self._accounts.end_other_sessions(self._cookies.visitor(request))
        return no_content()

    async def end_session(self, request: Request) -> Response:
        await read_body(request, NoBody)
        session_id: str = request.path_params["session_id"]
        is_own = await self._accounts.end_session(self._cookies.visitor(request), session_id)
        response = no_content()
        if is_own:
            self._cookies.close_session(response)
        return response

    async def keep_language(self, request: Request) -> Response:
        """The language itself is in the browser's cookie."""
        await read_body(request, NoBody)
        await self._accounts.keep_language(self._cookies.visitor(request))
        return no_content()

    async def delete(self, request: Request) -> Response:
        body = await read_body(request, DeleteBody)
        await self._accounts.delete(self._cookies.visitor(request), body.password)
        response = no_content()
        self._cookies.close_session(response)
        self._cookies.forget_device(response)
        return response
