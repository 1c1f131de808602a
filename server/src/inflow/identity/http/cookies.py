"""The cookies of the session, the challenge, the known device, and the age block."""

from __future__ import annotations

from datetime import timedelta

from starlette.requests import Request
from starlette.responses import Response

from inflow.identity import challenges
from inflow.identity.factors import ceremonies
from inflow.identity.rules import TooYoung, browser_named
from inflow.identity.sessions import devices, sessions
from inflow.identity.setup import Visitor

LONGEST_VALUE = 256
AGE_BLOCK_LIFETIME = timedelta(days=1)


class Cookies:
    """Reads and writes the cookies. All are `HttpOnly`, `SameSite=Strict` and for the whole site.

    The cookie of the language is only read here: pages write it, see web/src/lib/language.ts.

    Over https the names begin with ``__Host-``, so that browsers refuse them from any other host or path, and from
    plain http. On ``http://localhost``, for development, the prefix is impossible: it requires `Secure`, and Safari
    drops `Secure` cookies from plain http even there. So the cookies lose prefix and `Secure`; nothing else differs.

    Args:
        secure: Whether browsers reach the app over https.
        languages: The languages offered to members; the first is the usual one.
    """

    def __init__(self, *, secure: bool, languages: tuple[str, ...] = ("en",)) -> None:
        self._languages = languages
        prefix = "__Host-" if secure else ""
        self._secure = secure
        self.session = f"{prefix}sid"
        self.challenge = f"{prefix}challenge"
        self.ceremony = f"{prefix}ceremony"
        self.device = f"{prefix}device"
        self.entry = f"{prefix}entry"
        self.language = f"{prefix}language"

    def visitor(self, request: Request) -> Visitor:
        """The visitor of a request. The IP address is the connection's, after trusted forwarding headers."""
        return Visitor(
            peer=request.client.host if request.client else None,
            session=self._read(request, self.session),
            challenge=self._read(request, self.challenge),
            ceremony=self._read(request, self.ceremony),
            device=self._read(request, self.device),
            browser=browser_named(request.headers.get("user-agent", "")),
            language=self._language(request),
        )

    def _language(self, request: Request) -> str:
        """The language chosen in this browser, else the first that browser and server have in common."""
        chosen = request.cookies.get(self.language)
        if chosen in self._languages:
            return chosen
        asked = request.headers.get("accept-language", "")[:LONGEST_VALUE].split(",")
        primary = (each.partition(";")[0].strip().partition("-")[0].lower() for each in asked)
        return next((tag for tag in primary if tag in self._languages), self._languages[0])

    def open_session(self, response: Response, token: str) -> None:
        """Set the session cookie."""
        self._write(response, self.session, token, sessions.ABSOLUTE_TIMEOUT)

    def close_session(self, response: Response) -> None:
        """Delete the session cookie, and clear the browser's cache and storage of this site."""
        self._write(response, self.session, "", timedelta())
        response.headers["Clear-Site-Data"] = '"cache", "storage"'

    def bind_challenge(self, response: Response, token: str) -> None:
        """Set the cookie that binds a challenge to the browser."""
        self._write(response, self.challenge, token, challenges.LIFETIME + challenges.RESENDABLE_FOR)

    def forget_challenge(self, response: Response) -> None:
        """Delete the cookie of the challenge."""
        self._write(response, self.challenge, "", timedelta())

    def bind_ceremony(self, response: Response, token: str) -> None:
        """Set the cookie that binds a second step, or a passkey's, to the browser."""
        self._write(response, self.ceremony, token, ceremonies.LIFETIME)

    def forget_ceremony(self, response: Response) -> None:
        """Delete the cookie of the ceremony."""
        self._write(response, self.ceremony, "", timedelta())

    def trust_device(self, response: Response, token: str) -> None:
        """Set the cookie of a known device."""
        self._write(response, self.device, token, devices.TRUSTED_FOR)

    def forget_device(self, response: Response) -> None:
        """Delete the cookie of a known device."""
        self._write(response, self.device, "", timedelta())

    def require_no_age_block(self, request: Request) -> None:
        """Refuse a browser that was refused for age less than a day ago.

        Raises:
            TooYoung: As the first time, whatever date the form has now.
        """
        if self._read(request, self.entry) is not None:
            raise TooYoung

    def block_for_age(self, request: Request, response: Response) -> None:
        """Set the age block for a day from the first refusal on. Its value contains no personal data."""
        if self._read(request, self.entry) is None:
            self._write(response, self.entry, "later", AGE_BLOCK_LIFETIME)

    def _read(self, request: Request, name: str) -> str | None:
        value = request.cookies.get(name)
        return value if value and len(value) <= LONGEST_VALUE else None

    def _write(self, response: Response, name: str, value: str, lives: timedelta) -> None:
        response.set_cookie(
            name,
            value,
            max_age=int(lives.total_seconds()),
            path="/",
            secure=self._secure,
            httponly=True,
            samesite="strict",
        )
