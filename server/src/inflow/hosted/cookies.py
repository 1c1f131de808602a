"""Two cookies: of a browser that was sent to a provider, and of one whose person is not a member yet."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from inflow.hosted import newcomers, visits

LONGEST_VALUE = 256


class Cookies:
    """Reads and writes them. Both are `HttpOnly`; over https their names begin with ``__Host-``.

    The first is the only cookie of the app that is `Lax`: it has to come along when the provider sends the browser
    back, and it opens nothing by itself.

    Args:
        secure: Whether browsers reach the app over https.
    """

    def __init__(self, *, secure: bool) -> None:
        prefix = "__Host-" if secure else ""
        self._secure = secure
        self.visit = f"{prefix}visit"
        self.newcomer = f"{prefix}newcomer"

    def read(self, request: Request, name: str) -> str | None:
        """The value that the browser brings along."""
        value = request.cookies.get(name)
        return value if value and len(value) <= LONGEST_VALUE else None

    def send_off(self, response: Response, token: str) -> None:
        """Have the browser keep what its return is recognised by."""
        self._write(response, self.visit, token, visits.LIVES, "lax")

    def greet(self, response: Response, token: str) -> None:
        """Have the browser keep whom it brought."""
        self._write(response, self.newcomer, token, newcomers.LIVES, "strict")

    def forget_visit(self, response: Response) -> None:
        """It is back."""
        self._write(response, self.visit, "", timedelta(), "lax")

    def forget_newcomer(self, response: Response) -> None:
        """They are a member."""
        self._write(response, self.newcomer, "", timedelta(), "strict")

    def _write(
        self, response: Response, name: str, value: str, lives: timedelta, same_site: Literal["lax", "strict"]
    ) -> None:
        response.set_cookie(
            name,
            value,
            max_age=int(lives.total_seconds()),
            path="/",
            secure=self._secure,
            httponly=True,
            samesite=same_site,
        )
