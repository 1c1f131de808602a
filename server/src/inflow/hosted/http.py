"""Hosted sign-in over HTTP: two addresses that a browser walks through, and JSON for our own pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from inflow.hosted.cookies import Cookies
from inflow.hosted.providers import Provider
from inflow.hosted.rules import Profile, missing
from inflow.hosted.sign_in import CALLBACK, Answer, Form, HostedSignIn, NotSaved, NotSignedIn
from inflow.identity.accounts import PATH, Accounts
from inflow.identity.bodies import Closed, answered, body_of, refused
from inflow.identity.origin import JSON
from inflow.identity.rules import TERMS_VERSION, TooYoung
from reflow.errors import AppError
from reflow.postgres.database import Row

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


class CompleteBody(Closed):
    """A missing field is an empty one, so that the answer is about the form and not about JSON."""

    full_name: str = ""
    username: str = ""
    date_of_birth: str = ""
    terms_accepted: bool = False


def routes(hosted: HostedSignIn, accounts: Accounts, *, passwords: bool = True) -> list[Route]:
    """The endpoints below ``/api/identity``; to be put before identity's own.

    Args:
        hosted: What they open.
        accounts: The embedded issuer.
        passwords: Whether people may sign up and in by password; if not, those addresses refuse.
    """
    doors = _Doors(hosted, accounts, passwords=passwords)
    closed = [] if passwords else BY_PASSWORD
    return [
        Route(PATH + "/methods", doors.methods),
        Route(PATH + "/hosted/start", doors.start),
        Route(PATH + CALLBACK, doors.callback),
        Route(PATH + "/hosted/pending", _in_words(accounts, doors.pending)),
        Route(PATH + "/hosted/complete", _in_words(accounts, doors.complete), methods=["POST"]),
        *(Route(PATH + path, _switched_off, methods=["POST"]) for path in closed),
    ]


class _Doors:
    """One method per endpoint."""

    def __init__(self, hosted: HostedSignIn, accounts: Accounts, *, passwords: bool) -> None:
        self._hosted = hosted
        self._accounts = accounts
        self._passwords = passwords
        self._cookies = Cookies(secure=accounts.issuer.startswith("https://"))

    async def methods(self, _: Request) -> Response:
        hosted = [{"issuer": each.issuer, "label": each.shown} for each in self._hosted.providers]
        policy = self._accounts.policy
        told = {"name": policy.name, "least": policy.least, "isMixed": policy.is_mixed}
        return answered(
            {"embedded": self._passwords, "hosted": hosted, "passwordPolicy": told, "termsVersion": TERMS_VERSION}
        )

    async def start(self, request: Request) -> Response:
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _sent_to(LOGIN)  # a link on somebody else's page must not change who is signed in
        session = await self._accounts.session_of(request)
        try:
            departure = await self._hosted.begin(
                self._accounts.cookies.visitor(request),
                request.query_params.get("issuer", ""),
                former_session=session.id if session else None,
                cookie=self._cookies.read(request, self._cookies.visit),
            )
        except NotSignedIn as not_signed_in:
            return _sent_to_login(not_signed_in.problem)
        except AppError as refusal:
            return _sent_to_login(refusal.code)
        response = _sent_to(departure.address)
        self._cookies.send_off(response, departure.cookie)
        return response

    async def callback(self, request: Request) -> Response:
        given = request.query_params
        answer = Answer(given.get("state", ""), given.get("code", ""), given.get("error", ""), given.get("iss"))
        visitor = self._accounts.cookies.visitor(request)
        try:
            arrival = await self._hosted.finish(visitor, answer, self._cookies.read(request, self._cookies.visit))
        except NotSignedIn as not_signed_in:
            return _sent_to_login(not_signed_in.problem)
        response = _sent_to(HOME if arrival.session_token else FORM)
        if arrival.session_token is not None:
            self._accounts.cookies.open_session(response, arrival.session_token)
        if arrival.newcomer is not None:
            self._cookies.greet(response, arrival.newcomer)
        if arrival.is_too_young:
            self._accounts.cookies.close_entry(request, response)
        self._cookies.forget_visit(response)
        return response

    async def pending(self, request: Request) -> Response:
        provider, row = await self._hosted.newcomer(self._cookies.read(request, self._cookies.newcomer))
        return answered(_newcomer_view(provider, row))

    async def complete(self, request: Request) -> Response:
        self._accounts.origin.require_own_page(request, content_type=JSON)
        body = await body_of(request, CompleteBody)
        self._accounts.cookies.require_entry(request)
        form = Form(body.full_name, body.username, body.date_of_birth, body.terms_accepted)
        visitor = self._accounts.cookies.visitor(request)
        joined = await self._hosted.complete(visitor, form, self._cookies.read(request, self._cookies.newcomer))
        response = answered({"status": "complete", "user": joined.user})
        self._accounts.cookies.open_session(response, joined.session_token)
        self._cookies.forget_newcomer(response)
        return response


def _in_words(accounts: Accounts, door: Endpoint) -> Endpoint:
    """Refusals leave the door as JSON. Anything else is a bug, and rises."""

    async def in_words(request: Request) -> Response:
        try:
            return await door(request)
        except TooYoung as refusal:
            response = refused(refusal)
            accounts.cookies.close_entry(request, response)
            return response
        except AppError as refusal:
            return refused(refusal)
        except NotSaved:
            return answered({"code": "not_saved", "message": NOT_SAVED}, 500)

    return in_words


async def _switched_off(_: Request) -> Response:
    return refused(AppError("forbidden", SWITCHED_OFF))


def _newcomer_view(provider: Provider, row: Row) -> dict[str, Any]:
    profile = Profile(row.full_name, row.username, row.date_of_birth)
    return {
        "issuer": provider.issuer,
        "label": provider.shown,
        "email": row.email or None,
        "fullName": profile.full_name,
        "username": profile.username,
        "dateOfBirth": profile.date_of_birth.isoformat() if profile.date_of_birth else "",
        "missing": missing(profile),
    }


def _sent_to_login(problem: str) -> Response:
    return _sent_to(f"{LOGIN}?{urlencode({'problem': problem})}")


def _sent_to(address: str) -> Response:
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return RedirectResponse(address, 303, headers=headers)
