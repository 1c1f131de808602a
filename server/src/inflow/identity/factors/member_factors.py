"""Second steps as one object for the rest of the app: each method is one request of a browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from inflow.identity.factors import managing, proofs, signing_in
from inflow.identity.factors.managing import Factors, NewAuthenticator
from inflow.identity.factors.rules import TwoFactor
from inflow.identity.factors.second_step import Answer, SecondStep
from inflow.identity.sessions.sessions import Session
from inflow.identity.sessions.sign_in import SignedIn
from inflow.identity.setup import Setup, Visitor
from reflow import AppError, Connection


class MemberFactors:
    """The second steps of members.

    Args:
        setup: Identity.
        require_session: Returns the browser's open session, or raises ``unauthenticated``.
    """

    def __init__(self, setup: Setup, require_session: Callable[[Visitor], Awaitable[Session]]) -> None:
        self._setup = setup
        self._require_session = require_session

    @property
    def two_factor(self) -> TwoFactor:
        """The operator's setting."""
        return self._setup.two_factor

    @property
    def offers_passkeys(self) -> bool:
        """Whether members may log in with passkeys here."""
        return self.two_factor.enabled and self._setup.relying_party.has_passkeys

    def require_enabled(self) -> None:
        """Refuse what needs second steps where the operator has switched them off.

        Raises:
            AppError: ``not_found``.
        """
        if not self.two_factor.enabled:
            raise AppError("not_found", "Two-factor authentication is off here.")

    async def complete_sign_in(self, visitor: Visitor, answer: Answer, *, trust: bool) -> SignedIn:
        """See :func:`signing_in.complete`."""
        return await signing_in.complete(self._setup, visitor, answer, trust=trust)

    async def begin_passkey_sign_in(self, visitor: Visitor) -> tuple[Any, str]:
        """See :func:`signing_in.begin_with_passkey`."""
        return await signing_in.begin_with_passkey(self._setup, visitor)

    async def complete_passkey_sign_in(self, visitor: Visitor, credential: dict[str, Any]) -> SignedIn:
        """See :func:`signing_in.complete_with_passkey`."""
        return await signing_in.complete_with_passkey(self._setup, visitor, credential)

    async def list_factors(self, visitor: Visitor) -> Factors:
        """See :func:`managing.list_factors`."""
        return await managing.list_factors(self._setup, visitor, await self._require_session(visitor))

    async def begin_proof(self, visitor: Visitor) -> SecondStep | None:
        """See :func:`proofs.begin`."""
        return await proofs.begin(self._setup, await self._require_session(visitor))

    async def complete_proof(self, visitor: Visitor, password: str, answer: Answer) -> str | None:
        """See :func:`proofs.complete`."""
        return await proofs.complete(self._setup, visitor, await self._require_session(visitor), password, answer)

    async def begin_passkey(self, visitor: Visitor) -> tuple[Any, str]:
        """See :func:`managing.begin_passkey`."""
        return await managing.begin_passkey(self._setup, await self._require_session(visitor))

    async def add_passkey(self, visitor: Visitor, credential: dict[str, Any], name: str) -> list[str] | None:
        """See :func:`managing.add_passkey`."""
        session = await self._require_session(visitor)
        return await managing.add_passkey(self._setup, visitor, session, credential, name)

    async def rename_passkey(self, visitor: Visitor, passkey_id: str, name: str) -> None:
        """See :func:`managing.rename_passkey`."""
        await managing.rename_passkey(self._setup, await self._require_session(visitor), passkey_id, name)

    async def remove_passkey(self, visitor: Visitor, passkey_id: str) -> None:
        """See :func:`managing.remove_passkey`."""
        await managing.remove_passkey(self._setup, visitor, await self._require_session(visitor), passkey_id)

    async def begin_authenticator(self, visitor: Visitor) -> NewAuthenticator:
        """See :func:`managing.begin_authenticator`."""
        return await managing.begin_authenticator(self._setup, await self._require_session(visitor))

    async def confirm_authenticator(self, visitor: Visitor, code: str) -> list[str] | None:
        """See :func:`managing.confirm_authenticator`."""
        session = await self._require_session(visitor)
        return await managing.confirm_authenticator(self._setup, visitor, session, code)

    async def remove_authenticator(self, visitor: Visitor) -> None:
        """See :func:`managing.remove_authenticator`."""
        await managing.remove_authenticator(self._setup, visitor, await self._require_session(visitor))

    async def make_codes(self, visitor: Visitor) -> list[str]:
        """See :func:`managing.make_codes`."""
        return await managing.make_codes(self._setup, visitor, await self._require_session(visitor))

    async def forget_device(self, visitor: Visitor, device_id: str) -> None:
        """See :func:`managing.forget_device`."""
        await managing.forget_device(self._setup, await self._require_session(visitor), device_id)

    async def forget_devices(self, visitor: Visitor) -> None:
        """See :func:`managing.forget_devices`."""
        await managing.forget_devices(self._setup, await self._require_session(visitor))

    async def remove_for_operator(self, account_id: str, note: Callable[[Connection], Awaitable[None]]) -> bool:
        """See :func:`managing.remove_for_operator`."""
        return await managing.remove_for_operator(self._setup, account_id, note)
