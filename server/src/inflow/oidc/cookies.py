"""The cookies of a browser that was redirected to a provider, and of one whose user is not a member yet."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from inflow.oidc import authorization_requests, newcomers

LONGEST_VALUE = 256


class OidcCookies:
    """Reads and writes both cookies. Both are `HttpOnly`; over https their names begin with ``__Host-``.

    The first is the only `Lax` cookie of the app: the browser must send it when the provider redirects back. By itself
    it gives access to nothing.

    Args:
        secure: Whether browsers reach the app over https.
    """

    def __init__(self, *, secure: bool) -> None:
        prefix = "__Host-" if secure else ""
        self._secure = secure
        self.visit = f"{prefix}visit"
        self.newcomer = f"{prefix}newcomer"

    def read(self, request: Request, name: str) -> str | None:
        """The cookie's value, if the browser sent one of acceptable length."""
        value = request.cookies.get(name)
        return value if value and len(value) <= LONGEST_VALUE else None

    def keep_visit(self, response: Response, token: str) -> None:
        """Set the cookie that binds the authorization request to the browser."""
        self._write(response, self.visit, token, authorization_requests.LIFETIME, "lax")

    def keep_newcomer(self, response: Response, token: str) -> None:
        """Set the cookie that identifies the newcomer."""
        self._write(response, self.newcomer, token, newcomers.LIFETIME, "strict")

    def forget_visit(self, response: Response) -> None:
        """Delete the cookie of the authorization request."""
        self._write(response, self.visit, "", timedelta(), "lax")

    def forget_newcomer(self, response: Response) -> None:
        """Delete the newcomer's cookie."""
        self._write(response, self.newcomer, "", timedelta(), "strict")

    def _write(
        self, response: Response, name: str, value: str, lifetime: timedelta, same_site: Literal["lax", "strict"]
    ) -> None:
        response.set_cookie(
            name,
            value,
            max_age=int(lifetime.total_seconds()),
            path="/",
            secure=self._secure,
            httponly=True,
            samesite=same_site,
        )
