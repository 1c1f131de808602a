"""Routes of OpenID Connect sign-in: two for redirects of the browser, and JSON for our own pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from inflow.identity.accounts import PATH, Accounts
from inflow.identity.http.bodies import RequestBody, error_response, json_response, read_body
from inflow.identity.http.origin import JSON
from inflow.identity.passwords.policy import PASSWORD_MOST_BYTES
from inflow.identity.rules import TERMS_VERSION, TooYoung
from inflow.identity.sign_up.entry import REASON_MAX
from inflow.oidc.cookies import OidcCookies
from inflow.oidc.providers import Provider
from inflow.oidc.rules import Profile, missing_fields
from inflow.oidc.sign_in import CALLBACK, AuthorizationResponse, Form, MemberNotStored, OidcSignIn, SignInFailed
from reflow import AppError, Row

NOT_SAVED = "Account created but failed to save additional data. Please contact support."
SWITCHED_OFF = "Authentication not available"
HOME, FORM, LOGIN = "/homefeed", "/get-started?complete", "/login"
BY_PASSWORD = (
    "/sign-up",
    "/sign-up/{rest:path}",
    "/sign-in",
    "/reset",
    "/reset/{rest:path}",
    "/password",
)

Endpoint = Callable[[Request], Awaitable[Response]]


class CompleteBody(RequestBody):
    """A missing field counts as empty, so that the error is about the form and not about JSON."""

    full_name: str = ""
    username: str = ""
    date_of_birth: str = ""
    terms_accepted: bool = False
    invitation: Annotated[str, Meta(max_length=100)] = ""
    reason: Annotated[str, Meta(max_length=REASON_MAX)] = ""


def oidc_routes(oidc: OidcSignIn, accounts: Accounts, *, passwords: bool = True) -> list[Route]:
    """The routes below ``/api/identity``; they must come before identity's own.

    Args:
        oidc: Handles the sign-ins.
        accounts: The embedded issuer.
        passwords: Whether members may sign up and in by password; if not, those routes refuse.
    """
    endpoints = _Endpoints(oidc, accounts, passwords=passwords)
    disabled = [] if passwords else BY_PASSWORD
    return [
        Route(PATH + "/methods", endpoints.methods),
        Route(PATH + "/hosted/start", endpoints.start),
        Route(PATH + CALLBACK, endpoints.callback),
        Route(PATH + "/hosted/pending", _with_json_errors(accounts, endpoints.pending)),
        Route(PATH + "/hosted/complete", _with_json_errors(accounts, endpoints.complete), methods=["POST"]),
        *(Route(PATH + path, _refuse_password_route, methods=["POST"]) for path in disabled),
    ]


class _Endpoints:
    """One method per endpoint."""

    def __init__(self, oidc: OidcSignIn, accounts: Accounts, *, passwords: bool) -> None:
        self._oidc = oidc
        self._accounts = accounts
        self._passwords = passwords
        self._cookies = OidcCookies(secure=accounts.issuer.startswith("https://"))

    async def methods(self, _: Request) -> Response:
        hosted = [{"issuer": each.issuer, "label": each.button_label} for each in self._oidc.providers]
        policy = self._accounts.policy
        policy_view = {
            "name": policy.name,
            "least": policy.least,
            "mostBytes": PASSWORD_MOST_BYTES,
            "isMixed": policy.is_mixed,
        }
        return json_response(
            {
                "embedded": self._passwords,
                "hosted": hosted,
                "passwordPolicy": policy_view,
                "termsVersion": TERMS_VERSION,
                "entry": self._accounts.entry.entry,
                "twoFactor": self._accounts.factors.two_factor.enabled,
                "passkeys": self._accounts.factors.offers_passkeys,
            }
        )

    async def start(self, request: Request) -> Response:
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _redirect(LOGIN)  # a link on another site must not change who is signed in
        session = await self._accounts.session_of(request)
        try:
            redirect = await self._oidc.begin(
                self._accounts.cookies.visitor(request),
                request.query_params.get("issuer", ""),
                former_session=session.id if session else None,
                cookie=self._cookies.read(request, self._cookies.visit),
            )
        except SignInFailed as failure:
            return _redirect_to_login(failure.problem)
        except AppError as refusal:
            return _redirect_to_login(refusal.code)
        response = _redirect(redirect.url)
        self._cookies.keep_visit(response, redirect.cookie)
        return response

    async def callback(self, request: Request) -> Response:
        query = request.query_params
        authorization = AuthorizationResponse(
            query.get("state", ""), query.get("code", ""), query.get("error", ""), query.get("iss")
        )
        visitor = self._accounts.cookies.visitor(request)
        try:
            result = await self._oidc.finish(visitor, authorization, self._cookies.read(request, self._cookies.visit))
        except SignInFailed as failure:
            return _redirect_to_login(failure.problem)
        except AppError as refusal:
            return _redirect_to_login(refusal.code)
        response = _redirect(HOME if result.session_token else FORM)
        if result.session_token is not None:
            self._accounts.cookies.open_session(response, result.session_token)
        if result.newcomer is not None:
            self._cookies.keep_newcomer(response, result.newcomer)
        if result.is_too_young:
            self._accounts.cookies.block_for_age(request, response)
        self._cookies.forget_visit(response)
        return response

    async def pending(self, request: Request) -> Response:
        provider, row = await self._oidc.newcomer(self._cookies.read(request, self._cookies.newcomer))
        return json_response(_newcomer_view(provider, row))

    async def complete(self, request: Request) -> Response:
        self._accounts.origin.require_own_page(request, content_type=JSON)
        body = await read_body(request, CompleteBody)
        self._accounts.cookies.require_no_age_block(request)
        named = (body.full_name, body.username, body.date_of_birth)
        form = Form(*named, body.terms_accepted, body.invitation, body.reason)
        visitor = self._accounts.cookies.visitor(request)
        joined = await self._oidc.complete(visitor, form, self._cookies.read(request, self._cookies.newcomer))
        response = json_response({"status": "complete", "user": joined.user})
        self._accounts.cookies.open_session(response, joined.session_token)
        self._cookies.forget_newcomer(response)
        return response


def _with_json_errors(accounts: Accounts, endpoint: Endpoint) -> Endpoint:
    """Answer refusals as JSON. Any other error is a bug and propagates."""

    async def with_json_errors(request: Request) -> Response:
        try:
            return await endpoint(request)
        except TooYoung as refusal:
            response = error_response(refusal)
            accounts.cookies.block_for_age(request, response)
            return response
        except AppError as refusal:
            return error_response(refusal)
        except MemberNotStored:
            return json_response({"code": "not_saved", "message": NOT_SAVED}, 500)

    return with_json_errors


async def _refuse_password_route(_: Request) -> Response:
    return error_response(AppError("forbidden", SWITCHED_OFF))


def _newcomer_view(provider: Provider, row: Row) -> dict[str, Any]:
    profile = Profile(row.full_name, row.username, row.date_of_birth)
    return {
        "issuer": provider.issuer,
        "label": provider.button_label,
        "email": row.email or None,
        "fullName": profile.full_name,
        "username": profile.username,
        "dateOfBirth": profile.date_of_birth.isoformat() if profile.date_of_birth else "",
        "missing": missing_fields(profile),
    }


def _redirect_to_login(problem: str) -> Response:
    return _redirect(f"{LOGIN}?{urlencode({'problem': problem})}")


def _redirect(address: str) -> Response:
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return RedirectResponse(address, 303, headers=headers)
