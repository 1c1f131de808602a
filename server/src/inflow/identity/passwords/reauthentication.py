"""Reauthentication: proving within a session that its holder is the account's owner."""

from __future__ import annotations

from datetime import datetime

from inflow.identity import limits
from inflow.identity.factors.rules import PROVED_FOR
from inflow.identity.passwords import account_passwords
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from reflow import AppError


async def reauthenticate(setup: Setup, visitor: Visitor, session: Session, password: str) -> None:
    """Check the account's password again; an account without one needs a fresh session instead.

    Raises:
        AppError: ``invalid``, the password is missing or wrong; ``forbidden``, the session is not fresh;
            ``rate_limited``; ``unauthenticated``, the account was deleted meanwhile.
    """
    now = setup.clock()
    account = await account_passwords.account_of(setup, session)
    if account.password_hash is None:
        require_fresh(session, now, "Please log in again, and do this within five minutes.")
        return
    if not password:
        raise AppError("invalid", "Please fill in all fields", field="password")
    counted = limits.account_key(setup.secret, account.id)
    await limits.PASSWORD_CHECKS.take(setup.database, counted, now)
    await account_passwords.require_password(setup, visitor, account, password, field="password")
    await limits.PASSWORD_CHECKS.forget(setup.database, counted)


def require_fresh(session: Session, now: datetime, otherwise: str) -> None:
    """Require a recent sign-in, which proves the owner of an account without a password.

    Raises:
        AppError: ``forbidden``.
    """
    if now - session.created_at > PROVED_FOR:
        raise AppError("forbidden", otherwise)
