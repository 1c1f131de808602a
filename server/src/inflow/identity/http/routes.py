"""Identity's routes: JSON from our own pages only, and the two public documents of an issuer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inflow.identity.accounts import PATH, Accounts
from inflow.identity.factors.second_step import SecondStep
from inflow.identity.http.account_routes import AccountEndpoints
from inflow.identity.http.bodies import (
    NoBody,
    ResendBody,
    SignInBody,
    SignUpBody,
    VerifyBody,
    challenge_view,
    error_response,
    json_response,
    no_content,
    read_body,
    wire_time,
)
from inflow.identity.http.factor_routes import FactorEndpoints, second_step_response, signed_in_response
from inflow.identity.http.origin import JSON
from inflow.identity.http.reset_routes import ResetEndpoints
from inflow.identity.rules import TooYoung
from inflow.identity.sessions.tokens import ALGORITHM
from inflow.identity.sign_up.sign_up import SignUpForm
from reflow import AppError

Endpoint = Callable[[Request], Awaitable[Response]]


def identity_routes(accounts: Accounts) -> list[Route]:
    """The routes below ``/api/identity``."""
    endpoints, resets, account = _Endpoints(accounts), ResetEndpoints(accounts), AccountEndpoints(accounts)
    factors = FactorEndpoints(accounts)
    posts = {
        "/sign-up": endpoints.sign_up,
        "/sign-up/verify": endpoints.verify,
        "/sign-up/resend": endpoints.resend,
        "/sign-in": endpoints.sign_in,
        "/sign-in/second-step": factors.complete_sign_in,
        "/sign-in/passkey/options": factors.begin_passkey_sign_in,
        "/sign-in/passkey": factors.complete_passkey_sign_in,
        "/sign-out": endpoints.sign_out,
        "/token": endpoints.token,
        "/reset": resets.begin,
        "/reset/resend": resets.resend,
        "/reset/complete": resets.complete,
        "/password": account.change_password,
        "/email": account.begin_email_change,
        "/email/complete": account.complete_email_change,
        "/email/undo": account.undo_email_change,
        "/username": account.change_username,
        "/sessions/end-others": account.end_others,
        "/sessions/{session_id:str}/end": account.end_session,
        "/language": account.keep_language,
        "/delete": account.delete,
        "/proof/options": factors.begin_proof,
        "/proof": factors.complete_proof,
        "/factors/passkeys/options": factors.begin_passkey,
        "/factors/passkeys": factors.add_passkey,
        "/factors/passkeys/{passkey_id:str}/rename": factors.rename_passkey,
        "/factors/passkeys/{passkey_id:str}/remove": factors.remove_passkey,
        "/factors/authenticator/begin": factors.begin_authenticator,
        "/factors/authenticator/confirm": factors.confirm_authenticator,
        "/factors/authenticator/remove": factors.remove_authenticator,
        "/factors/recovery-codes": factors.make_codes,
        "/factors/devices/{device_id:str}/forget": factors.forget_device,
        "/factors/devices/forget-all": factors.forget_devices,
    }
    gets = {"/sessions": account.sessions, "/factors": factors.list_factors}
    return [
        *(
            Route(PATH + path, _with_json_errors(accounts, endpoint), methods=["POST"])
            for path, endpoint in posts.items()
        ),
        *(
            Route(PATH + path, _with_json_errors(accounts, endpoint, content_type=None), methods=["GET"])
            for path, endpoint in gets.items()
        ),
        Route(PATH + "/.well-known/jwks.json", endpoints.jwks),
        Route(PATH + "/.well-known/openid-configuration", endpoints.discovery),
    ]


class _Endpoints:
    """One method per endpoint."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._cookies = accounts.cookies

    async def sign_up(self, request: Request) -> Response:
        body = await read_body(request, SignUpBody)
        self._cookies.require_no_age_block(request)
        form = SignUpForm(
            email=body.email,
            full_name=body.full_name,
            username=body.username,
            password=body.password,
            date_of_birth=body.date_of_birth,
            terms_accepted=body.terms_accepted,
            invitation=body.invitation,
            reason=body.reason,
        )
        challenge, cookie = await self._accounts.begin_sign_up(self._cookies.visitor(request), form)
        response = json_response(challenge_view(challenge), 202)
        self._cookies.bind_challenge(response, cookie)
        return response

    async def verify(self, request: Request) -> Response:
        body = await read_body(request, VerifyBody)
        visitor = self._cookies.visitor(request)
        complete = await self._accounts.complete_sign_up(visitor, body.challenge_id, body.code)
        response = json_response({"status": "complete", "user": complete.user})
        self._cookies.open_session(response, complete.session_token)
        self._cookies.trust_device(response, complete.device_token)
        self._cookies.forget_challenge(response)
        return response

    async def resend(self, request: Request) -> Response:
        body = await read_body(request, ResendBody)
        challenge, cookie = await self._accounts.resend_code(self._cookies.visitor(request), body.challenge_id)
        response = json_response(challenge_view(challenge), 202)
        self._cookies.bind_challenge(response, cookie)
        return response

    async def sign_in(self, request: Request) -> Response:
        body = await read_body(request, SignInBody)
        visitor = self._cookies.visitor(request)
        signed_in = await self._accounts.sign_in(visitor, body.identifier, body.password)
        if isinstance(signed_in, SecondStep):
            return second_step_response(self._cookies, signed_in, {"status": "second step"})
        return signed_in_response(self._cookies, signed_in)

    async def sign_out(self, request: Request) -> Response:
        await read_body(request, NoBody)
        await self._accounts.sign_out(self._cookies.visitor(request))
        response = no_content()
        self._cookies.close_session(response)
        return response

    async def token(self, request: Request) -> Response:
        """A token; null for a browser without an open session, which is not an error."""
        await read_body(request, NoBody)
        issued = await self._accounts.socket_token(self._cookies.visitor(request))
        if issued is None:
            return json_response({"token": None})
        response = json_response({"token": issued.token.token, "expiresAt": wire_time(issued.token.expires_at)})
        if issued.session_token is not None:
            self._cookies.open_session(response, issued.session_token)
        return response

    async def jwks(self, _: Request) -> Response:
        return json_response(await self._accounts.jwks(), cache="public, max-age=300")

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
        return json_response(document, cache="public, max-age=300")


def _with_json_errors(accounts: Accounts, endpoint: Endpoint, *, content_type: str | None = JSON) -> Endpoint:
    """Accept requests of our own pages only, and answer refusals as JSON. Any other error is a bug and propagates."""

    async def with_json_errors(request: Request) -> Response:
        try:
            accounts.origin.require_own_page(request, content_type=content_type)
            response = await endpoint(request)
        except AppError as refusal:
            response = error_response(refusal)
            if isinstance(refusal, TooYoung):
                accounts.cookies.block_for_age(request, response)
        return response

    return with_json_errors
