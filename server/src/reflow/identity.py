"""The caller of a function, and what turns a token into one."""

from __future__ import annotations

from typing import Any, Final, Protocol

import msgspec

from reflow.errors import AuthenticationFailed


class Identity(msgspec.Struct, frozen=True):
    """A verified caller.

    Attributes:
        issuer: The issuer of the token (`iss`).
        subject: The issuer's name for the person (`sub`). A person is `(issuer, subject)`, never an e-mail address.
        session: The session the token belongs to (`sid`), or None.
        expires_at: When the token ends, seconds since the epoch.
        claims: The other verified claims.
    """

    issuer: str
    subject: str
    session: str | None
    expires_at: float
    claims: dict[str, Any] = {}


class TokenVerifier(Protocol):
    """Verifies tokens for the engine. :class:`reflow.auth.tokens.Verifier` does it for issuers that publish keys."""

    async def verify(self, token: str) -> Identity:
        """The token's identity; raises AuthenticationFailed."""


class _AcceptsNoToken:
    async def verify(self, token: str) -> Identity:  # noqa: ARG002  # the protocol's
        raise AuthenticationFailed("This app accepts no tokens.")


NO_TOKENS: Final[TokenVerifier] = _AcceptsNoToken()
"""Refuses every token: all callers stay unauthenticated."""
