"""Signing in with an address or a username and a password; the same answer, in the same time, whoever exists."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import limits, sessions
from inflow.identity.setup import Setup, Visitor
from inflow.identity.tables import accounts
from reflow.errors import AppError
from reflow.statements import statement
from reflow.store import Row

DEVICE_TRUSTED_FOR = timedelta(days=90)

ACCOUNT = (accounts.c.id, accounts.c.password_hash)
BY_EMAIL = statement(sa.select(*ACCOUNT).where(accounts.c.email == bindparam("name")))
BY_USERNAME = statement(sa.select(*ACCOUNT).where(accounts.c.username == bindparam("name")))
REHASH = statement(
    sa.update(accounts)
    .where(accounts.c.id == bindparam("b_id"), accounts.c.password_hash == bindparam("b_before"))
    .values(password_hash=bindparam("b_after"))
)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """An open session: the cookies that the browser shall keep."""

    account_id: str
    session_token: str
    device_token: str


async def sign_in(setup: Setup, visitor: Visitor, identifier: str, password: str) -> SignedIn:
    """Open a session for whoever knows the password. The browser's former session, if any, ends.

    Raises:
        AppError: ``invalid``, a field is empty; ``unauthenticated``, 'Invalid credentials'; ``rate_limited``.
    """
    now = setup.clock()
    await limits.SIGN_INS_FROM_HOST.take(setup.database, limits.host_of(visitor.peer), now)
    name = identifier.strip().lower()
    if not name or not password:
        raise AppError("invalid", "Please fill in all fields", field="password" if name else "identifier")
    account = await _find(setup, name)
    counted = _counted_as(setup, visitor, name, account, now)
    await limits.FAILED_SIGN_INS.take(setup.database, counted, now)
    right = await setup.passwords.matches(password, account.password_hash if account else None)
    if account is None or not right:
        raise AppError("unauthenticated", "Invalid credentials")
    await limits.FAILED_SIGN_INS.forget(setup.database, counted)
    await _keep_hash_current(setup, account, password)
    return await _open(setup, visitor, account.id, now)


def device_token(setup: Setup, account_id: str, now: datetime) -> str:
    """A cookie saying that this account was once opened here. It opens nothing; it only is not locked out."""
    nonce, issued = secrets.token_hex(16), str(int(now.timestamp()))
    return f"{nonce}.{issued}.{_device_mac(setup, account_id, nonce, issued)}"


async def _find(setup: Setup, name: str) -> Row | None:
    async with setup.database.connection() as connection:
        return await connection.row(BY_EMAIL if "@" in name else BY_USERNAME, {"name": name})


def _counted_as(setup: Setup, visitor: Visitor, name: str, account: Row | None, now: datetime) -> str:
    """Whose failures these are. An attempt is counted before the password is looked at, and forgiven if it is right.

    A known device counts for itself: so a stranger who fails on purpose cannot lock the owner out. Everybody else
    counts for the name as typed, not for the account behind it: the same limit for names that do not exist, and no
    way to learn that an address and a username belong together.
    """
    nonce = _trusted_device(setup, visitor.device, account.id, now) if account else None
    if account is not None and nonce is not None:
        return f"device:{nonce}"
    return "name:" + setup.secret.mac("counted name", name).hex()


def _trusted_device(setup: Setup, token: str | None, account_id: str, now: datetime) -> str | None:
    nonce, issued, mac = (*(token or "").split("."), "", "", "")[:3]
    right = _device_mac(setup, account_id, nonce, issued)
    if not hmac.compare_digest(mac.encode(errors="replace"), right.encode()):
        return None
    return nonce if now.timestamp() - int(issued) < DEVICE_TRUSTED_FOR.total_seconds() else None


def _device_mac(setup: Setup, account_id: str, nonce: str, issued: str) -> str:
    return setup.secret.mac("trusted device", account_id, nonce, issued).hex()


async def _keep_hash_current(setup: Setup, account: Row, password: str) -> None:
    if not setup.passwords.is_outdated(account.password_hash):
        return
    renewed = await setup.passwords.hash(password)
    async with setup.database.connection() as connection:
        given = {"b_id": account.id, "b_before": account.password_hash, "b_after": renewed}
        await connection.rows(REHASH, given)


async def _open(setup: Setup, visitor: Visitor, account_id: str, now: datetime) -> SignedIn:
    former = None
    async with setup.database.transaction() as connection:
        if visitor.session:
            former = await sessions.find(connection, visitor.session, now)
        if former is not None:
            await sessions.end(connection, former.id)
        _, token = await sessions.start(connection, account_id, now)
    if former is not None:
        await setup.on_revoked(former.id, former.account_id)
    return SignedIn(account_id, token, device_token(setup, account_id, now))
