"""Endpoints of second steps: signing in with them, and a member's own."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from inflow.identity.accounts import Accounts
from inflow.identity.factors.managing import Factors
from inflow.identity.factors.second_step import Answer, SecondStep
from inflow.identity.http.bodies import (
    AddPasskeyBody,
    AnswerBody,
    CodeBody,
    NameBody,
    NoBody,
    PasskeyBody,
    ProofBody,
    json_response,
    no_content,
    read_body,
    wire_time,
)
from inflow.identity.http.cookies import Cookies
from inflow.identity.sessions.sign_in import SignedIn


class FactorEndpoints:
    """One method per endpoint. All but proofs answer ``not_found`` where the operator has switched second steps off."""

    def __init__(self, accounts: Accounts) -> None:
        self._factors = accounts.factors
        self._cookies = accounts.cookies

    async def complete_sign_in(self, request: Request) -> Response:
        body = await read_body(request, AnswerBody)
        self._factors.require_enabled()
        answer = Answer(body.code, body.passkey)
        signed_in = await self._factors.complete_sign_in(self._cookies.visitor(request), answer, trust=body.trust)
        return self._signed_in(signed_in)

    async def begin_passkey_sign_in(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        options, cookie = await self._factors.begin_passkey_sign_in(self._cookies.visitor(request))
        return self._options(options, cookie)

    async def complete_passkey_sign_in(self, request: Request) -> Response:
        body = await read_body(request, PasskeyBody)
        self._factors.require_enabled()
        signed_in = await self._factors.complete_passkey_sign_in(self._cookies.visitor(request), body.passkey)
        return self._signed_in(signed_in)

    async def list_factors(self, request: Request) -> Response:
        self._factors.require_enabled()
        return json_response(factors_view(await self._factors.list_factors(self._cookies.visitor(request))))

    async def begin_proof(self, request: Request) -> Response:
        """The second steps that prove the owner; without any, and where they are off, their password does."""
        await read_body(request, NoBody)
        wanted = await self._factors.begin_proof(self._cookies.visitor(request))
        if wanted is None:
            return json_response({"methods": [], "passkey": None})
        return second_step_response(self._cookies, wanted, {})

    async def complete_proof(self, request: Request) -> Response:
        body = await read_body(request, ProofBody)
        answer = Answer(body.code, body.passkey)
        renewed = await self._factors.complete_proof(self._cookies.visitor(request), body.password, answer)
        response = no_content()
        if renewed is not None:
            self._cookies.open_session(response, renewed)
        self._cookies.forget_ceremony(response)
        return response

    async def begin_passkey(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        options, cookie = await self._factors.begin_passkey(self._cookies.visitor(request))
        return self._options(options, cookie)

    async def add_passkey(self, request: Request) -> Response:
        body = await read_body(request, AddPasskeyBody)
        self._factors.require_enabled()
        codes = await self._factors.add_passkey(self._cookies.visitor(request), body.passkey, body.name)
        response = json_response({"recoveryCodes": codes})
        self._cookies.forget_ceremony(response)
        return response

    async def rename_passkey(self, request: Request) -> Response:
        body = await read_body(request, NameBody)
        self._factors.require_enabled()
        passkey_id: str = request.path_params["passkey_id"]
        await self._factors.rename_passkey(self._cookies.visitor(request), passkey_id, body.name)
        return no_content()

    async def remove_passkey(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        await self._factors.remove_passkey(self._cookies.visitor(request), request.path_params["passkey_id"])
        return no_content()

    async def begin_authenticator(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        new = await self._factors.begin_authenticator(self._cookies.visitor(request))
        return json_response({"seed": new.seed, "uri": new.uri, "qrPath": new.qr_path, "qrSize": new.qr_size})

    async def confirm_authenticator(self, request: Request) -> Response:
        body = await read_body(request, CodeBody)
        self._factors.require_enabled()
        codes = await self._factors.confirm_authenticator(self._cookies.visitor(request), body.code)
        return json_response({"recoveryCodes": codes})

    async def remove_authenticator(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        await self._factors.remove_authenticator(self._cookies.visitor(request))
        return no_content()

    async def make_codes(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        return json_response({"recoveryCodes": await self._factors.make_codes(self._cookies.visitor(request))})

    async def forget_device(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        await self._factors.forget_device(self._cookies.visitor(request), request.path_params["device_id"])
        return no_content()

    async def forget_devices(self, request: Request) -> Response:
        await read_body(request, NoBody)
        self._factors.require_enabled()
        await self._factors.forget_devices(self._cookies.visitor(request))
        return no_content()

    def _signed_in(self, signed_in: SignedIn) -> Response:
        response = signed_in_response(self._cookies, signed_in)
        self._cookies.forget_ceremony(response)
        return response

    def _options(self, options: Any, cookie: str) -> Response:
        response = json_response({"options": options})
        self._cookies.bind_ceremony(response, cookie)
        return response


def signed_in_response(cookies: Cookies, signed_in: SignedIn) -> Response:
    """A new session: its cookie, and that of a known device."""
    response = json_response({"status": "complete"})
    cookies.open_session(response, signed_in.session_token)
    cookies.trust_device(response, signed_in.device_token)
    return response


def second_step_response(cookies: Cookies, wanted: SecondStep, content: dict[str, Any]) -> Response:
    """What a browser is asked for, with the cookie that binds it to the browser."""
    response = json_response({**content, "methods": wanted.methods, "passkey": wanted.passkey_options})
    cookies.bind_ceremony(response, wanted.cookie)
    return response


def factors_view(factors: Factors) -> dict[str, Any]:
    """A member's second steps in their own list."""
    since = factors.authenticator_since
    return {
        "canAddPasskeys": factors.can_add_passkeys,
        "passkeys": [
            {
                "id": each.id,
                "name": each.name,
                "createdAt": wire_time(each.created_at),
                "lastUsedAt": wire_time(each.last_used_at) if each.last_used_at else None,
            }
            for each in factors.passkeys
        ],
        "authenticatorSince": wire_time(since) if since else None,
        "recoveryCodes": factors.codes_left,
        "devices": [
            {
                "id": each.id,
                "browser": each.browser,
                "lastUsedAt": wire_time(each.last_used_at),
                "expiresAt": wire_time(each.expires_at),
                "current": each.id == factors.device,
            }
            for each in factors.devices
        ],
    }
