"""Signing in with an address or a username and a password. Response and time do not tell which accounts exist."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, limits
from inflow.identity.emails import ENGLISH
from inflow.identity.factors import second_step, trusted_devices
from inflow.identity.factors.second_step import SecondStep
from inflow.identity.sessions import devices, sessions
from inflow.identity.setup import Setup, Visitor
from inflow.identity.suspensions import require_not_suspended
from inflow.identity.tables import accounts
from reflow import AppError, Connection, Row, host_of, statement

_COLUMNS = (accounts.c.id, accounts.c.email, accounts.c.password_hash, accounts.c.language)
ACCOUNT_BY_EMAIL = statement(sa.select(*_COLUMNS).where(accounts.c.email == bindparam("name")))
ACCOUNT_BY_USERNAME = statement(sa.select(*_COLUMNS).where(accounts.c.username == bindparam("name")))
ACCOUNT_WITH_PASSWORD_HASH = statement(
    sa.select(accounts.c.id)
    .where(
        accounts.c.id == bindparam("id"),
        accounts.c.password_hash.is_not_distinct_from(bindparam("password_hash", type_=sa.Text)),
    )
    .with_for_update(read=True)
)
REPLACE_HASH = statement(
    sa.update(accounts)
    .where(accounts.c.id == bindparam("b_id"), accounts.c.password_hash == bindparam("b_before"))
    .values(password_hash=bindparam("b_after"))
)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session: the cookies to set in the browser."""

    account_id: str
    session_token: str
    device_token: str


async def sign_in(setup: Setup, visitor: Visitor, identifier: str, password: str) -> SignedIn | SecondStep:
    """Check the password and open a session, or ask for the second step. The browser's former session, if any, ends.

    Raises:
        AppError: ``invalid``, a field is empty; ``unauthenticated``, 'Invalid credentials'; ``rate_limited``;
            ``suspended``.
    """
    setup.passwords.require_capacity()
    now = setup.clock()
    name = identifier.strip().lower()
    account = await _find_account(setup, name)
    device = devices.recognise(setup, visitor.device, account, now) if account else None
    await _count_sign_in(setup, visitor, account if device else None, now)
    if not name or not password:
        raise AppError("invalid", "Please fill in all fields", field="password" if name else "identifier")
    await _count_attempt(setup, visitor, device, account, name, now)
    right = await setup.passwords.matches(password, account.password_hash if account else None)
    if account is None or not right:
        audit.note(setup, "sign-in failed", peer=visitor.peer, member=account.id if account else None, name=name)
        raise _invalid_credentials()
    await _forget_failures(setup, visitor, device, name)
    password_hash = await _keep_hash_current(setup, account, password)
    wanted = await _second_step(setup, account, device, now)
    if wanted is not None:
        return wanted
    signed_in = await open_session(setup, visitor, account, password_hash, now)
    audit.note(setup, "signed in", peer=visitor.peer, member=account.id)
    return signed_in


async def _second_step(setup: Setup, account: Row, device: str | None, now: datetime) -> SecondStep | None:
    """The second step that this browser is asked for; None if there is none, or the member trusts the browser."""
    async with setup.database.transaction() as connection:
        methods = await second_step.methods_of(setup, connection, account.id)
        if not methods or await trusted_devices.is_trusted(connection, account.id, device, now):
            return None
        return await second_step.begin(setup, connection, account.id, "second step", methods, now)


async def _find_account(setup: Setup, name: str) -> Row | None:
    async with setup.database.connection() as connection:
        return await connection.row(ACCOUNT_BY_EMAIL if "@" in name else ACCOUNT_BY_USERNAME, {"name": name})


async def _count_sign_in(setup: Setup, visitor: Visitor, owner: Row | None, now: datetime) -> None:
    """Count by host; a known browser counts for its account, so that others at its host cannot block it."""
    if owner is None:
        await limits.SIGN_INS_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    else:
        await limits.SIGN_INS_OF_KNOWN.take(setup.database, limits.account_key(setup.secret, owner.id), now)


async def _count_attempt(
    setup: Setup, visitor: Visitor, device: str | None, account: Row | None, name: str, now: datetime
) -> None:
    """Count the attempt as a failure; a right password resets the counter.

    An unknown browser counts for the typed name, not for its account: unknown names have the same limit, and responses
    do not tell that an address and a username belong together.
    """
    try:
        if device is None:
            await limits.count_failure(setup, visitor.peer, name, now)
        else:
            await limits.FAILED_OF_KNOWN.take(setup.database, device, now)
    except AppError:
        if await _is_first_notice(setup, device or limits.name_key(setup.secret, name), now):
            audit.note(setup, "sign-in locked", peer=visitor.peer, member=account.id if account else None, name=name)
            await _notify_owner(setup, account)
        raise


async def _forget_failures(setup: Setup, visitor: Visitor, device: str | None, name: str) -> None:
    async with setup.database.transaction() as connection:
        if device is None:
            await limits.forget_failures(connection, setup.secret, visitor.peer, name)
        else:
            await limits.FAILED_OF_KNOWN.forget_with(connection, device)


async def _is_first_notice(setup: Setup, counted: str, now: datetime) -> bool:
    """Whether the owner has not been notified of this lock yet."""
    try:
        await limits.LOCK_EMAILS.take(setup.database, counted, now)
    except AppError:
        return False
    return True


async def _notify_owner(setup: Setup, account: Row | None) -> None:
    """Email the owner. For an unknown name, the same work is done, so that it takes as long."""
    content = setup.emails.sign_in_locked(account.language if account else ENGLISH, setup.reset_url)
    async with setup.database.transaction() as connection:
        await setup.outbox.enqueue(connection, account.email if account else None, content)
    setup.outbox.wake()


async def _keep_hash_current(setup: Setup, account: Row, password: str) -> str:
    if not setup.passwords.is_outdated(account.password_hash):
        return str(account.password_hash)
    renewed = await setup.passwords.hash(password)
    async with setup.database.connection() as connection:
        values = {"b_id": account.id, "b_before": account.password_hash, "b_after": renewed}
        await connection.rows(REPLACE_HASH, values)
    return renewed


async def open_session(
    setup: Setup,
    visitor: Visitor,
    account: Row,
    password_hash: str | None,
    now: datetime,
    *,
    prove: Callable[[Connection], Awaitable[None]] | None = None,
    trust: bool = False,
) -> SignedIn:
    """Open a session in place of the browser's former one.

    Args:
        setup: Identity.
        visitor: The browser.
        account: Whose session it is.
        password_hash: The account's, which must be unchanged.
        now: The time.
        prove: Uses up a second step or a passkey, in the transaction that opens the session.
        trust: Whether not to ask this browser for a second step for a while.

    Raises:
        AppError: ``unauthenticated``, the password was changed meanwhile; ``suspended``; what `prove` raises.
    """
    former = None
    known = devices.recognise(setup, visitor.device, account, now)
    device_token = devices.new_token(setup, account.id, password_hash or "", now)
    async with setup.database.transaction() as connection:
        # A concurrent change of the password ends all sessions: either it ends this one, or this one does not begin.
        if await connection.row(ACCOUNT_WITH_PASSWORD_HASH, {"id": account.id, "password_hash": password_hash}) is None:
            raise _invalid_credentials()
        await require_not_suspended(connection, setup.secret, account.id)
        if prove is not None:
            await prove(connection)
        if visitor.session:
            former = await sessions.find(connection, visitor.session, now)
        if former is not None:
            await sessions.end(connection, former.id)
        proved_at = None if prove is None else now
        _, token = await sessions.start(connection, account.id, visitor.browser, now, proved_at=proved_at)
        await _remember_device(connection, visitor, account, known, devices.id_of(device_token), now, trust=trust)
        if known is None:
            content = setup.emails.new_sign_in(account.language, visitor.browser, setup.reset_url, now)
            await setup.outbox.enqueue(connection, account.email, content)
    setup.outbox.wake()
    if former is not None:
        await setup.on_revoked(former.id, former.account_id)
    return SignedIn(account.id, token, device_token)


async def _remember_device(
    connection: Connection,
    visitor: Visitor,
    account: Row,
    known: str | None,
    device: str,
    now: datetime,
    *,
    trust: bool,
) -> None:
    """Trust the browser from now on, or keep the trust that it has under the id of its new cookie."""
    if known is not None:
        await connection.rows(trusted_devices.CHANGE_ID, {"b_former": known, "b_id": device, "b_now": now})
    if trust:
        if known is not None:
            await connection.rows(trusted_devices.FORGET_DEVICE, {"id": device, "account_id": account.id})
        await trusted_devices.trust(connection, account.id, device, visitor.browser, now)


def _invalid_credentials() -> AppError:
    return AppError("unauthenticated", "Invalid credentials")
