"""Changing the email address: a code to both addresses, and a week in which the former one can undo it.

A member who has lost the former mailbox cannot do this: an operator does it for them, with ``inflow member
change-email``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.identity import audit, challenges, limits
from inflow.identity.challenges import Challenge, Proof
from inflow.identity.changes import undo_links
from inflow.identity.factors import managing
from inflow.identity.factors.proofs import require_proof
from inflow.identity.passwords import account_passwords
from inflow.identity.rules import check_email
from inflow.identity.sessions import sessions
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from inflow.identity.tables import UNWATCHED, accounts, email_changes
from reflow import AppError, Connection, Row, host_of, statement

OF_FORMER = "change email, former address"
OF_NEW = "change email, new address"
UNDO_FOR = timedelta(days=7)

ACCOUNT_BY_EMAIL = statement(
    sa.select(accounts.c.id, accounts.c.language).where(accounts.c.email == bindparam("email"))
)
SET_EMAIL = statement(
    sa.update(accounts)
    .where(accounts.c.id == bindparam("b_id"), accounts.c.email == bindparam("b_former"))
    .values(email=bindparam("b_email"))
    .returning(accounts.c.id)
)
ADD_CHANGE = statement(
    sa.insert(email_changes).values(
        id=bindparam("id"),
        account_id=bindparam("account_id"),
        former_email=bindparam("former_email"),
        changed_at=bindparam("changed_at"),
        expires_at=bindparam("expires_at"),
    )
)
CHANGE_FOR_UPDATE = statement(
    sa.select(email_changes)
    .where(email_changes.c.id == bindparam("id"), email_changes.c.expires_at > bindparam("now"))
    .with_for_update()
)
# An undone change undoes those after it, too.
FORGET_CHANGES_SINCE = statement(
    sa.delete(email_changes).where(
        email_changes.c.account_id == bindparam("account_id"), email_changes.c.changed_at >= bindparam("since")
    )
)
FORMER_ADDRESSES = statement(
    sa.select(email_changes.c.former_email.label("email")).where(email_changes.c.account_id == bindparam("account_id")),
    whole_table=UNWATCHED,
)
DELETE_EXPIRED = statement(sa.delete(email_changes).where(email_changes.c.expires_at <= bindparam("now")))


@dataclass(frozen=True, slots=True)
class EmailChange:
    """A change that waits for the codes of both addresses."""

    former: Challenge
    new: Challenge
    cookie: str


async def begin(setup: Setup, visitor: Visitor, session: Session, email: str) -> EmailChange:
    """Email a code to the present address and one to the new address.

    A new address that has an account gets the same answer and another email; no code will ever be right.

    Raises:
        AppError: ``forbidden``, prove to be the owner first, or the account has no address here; ``invalid``;
            ``rate_limited``.
    """
    now = setup.clock()
    account = await account_passwords.account_of(setup, session)
    if account.email is None:
        raise AppError("forbidden", "Your account has no address here. Change it where you log in.")
    if not email.strip():
        raise AppError("invalid", "Please fill in all fields", field="email")
    address = check_email(email)
    if address == account.email:
        raise AppError("invalid", "This is your address already.", field="email")
    setup.entry.require_allowed(address)
    require_proof(session, now)
    async with setup.database.transaction() as connection:
        await limits.EMAIL_CHANGES.take_with(connection, limits.account_key(setup.secret, account.id), now)
        await limits.SIGN_UP_MAILS.take_with(connection, limits.address_key(setup.secret, address), now)
    cookie = visitor.challenge or sessions.new_token()
    async with setup.database.transaction() as connection:
        former = await _issue(setup, connection, OF_FORMER, account.email, cookie, now)
        content = setup.emails.email_change_code(account.language, former.code, address)
        await setup.outbox.enqueue(connection, account.email, content)
        new = await _issue(setup, connection, OF_NEW, address, cookie, now)
        member = await connection.row(ACCOUNT_BY_EMAIL, {"email": address})
        content = (
            setup.emails.email_change_code(account.language, new.code, address)
            if member is None
            else setup.emails.already_a_member(member.language, f"{setup.public_url}/login")
        )
        await setup.outbox.enqueue(connection, address, content)
    setup.outbox.wake()
    return EmailChange(former, new, cookie)


async def complete(
    setup: Setup, visitor: Visitor, session: Session, challenge_ids: tuple[str, str], codes: tuple[str, str]
) -> str:
    """Change the address, with the codes of both; the former address gets a link that undoes it. Returns the new one.

    Args:
        setup: Identity.
        visitor: The browser that asked for the codes.
        session: Its session.
        challenge_ids: Of the present address, and of the new one.
        codes: Likewise.

    Raises:
        AppError: ``invalid`` for a code, with `field` ``formerCode`` or ``code``; ``expired``; ``conflict``, another
            account has the address; ``rate_limited``.
    """
    now = setup.clock()
    await limits.CODES_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    account = await account_passwords.account_of(setup, session)
    proofs = [
        await _verified(setup, visitor, purpose, challenge_id, code, now)
        for purpose, challenge_id, code in zip((OF_FORMER, OF_NEW), challenge_ids, codes, strict=True)
    ]
    former, new = proofs
    if former.email != account.email:
        raise challenges.challenge_expired()
    try:
        async with setup.database.transaction() as connection:
            for proof in proofs:
                await challenges.consume(connection, proof)
            await _change(setup, connection, account, new.email, now)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", "Another account has this address.", field="email") from None
    setup.outbox.wake()
    audit.note(setup, "email changed", peer=visitor.peer, member=account.id)
    return new.email


async def undo(setup: Setup, visitor: Visitor, token: str) -> None:
    """Give an account its former address back, with the link of the email to it.

    A thief who changed the address may still be logged in, and may have added second steps. So all sessions end, and
    the second steps added since the change are removed.

    Raises:
        AppError: ``expired``, the week is over, the change was undone, or the link is forged.
    """
    now = setup.clock()
    change_id = undo_links.change_of(setup.secret, token)
    try:
        async with setup.database.transaction() as connection:
            change = await connection.row(CHANGE_FOR_UPDATE, {"id": change_id, "now": now})
            if change is None:
                raise undo_links.link_expired()
            account = await connection.row(account_passwords.ACCOUNT_FOR_UPDATE, {"id": change.account_id})
            if account is None:
                raise undo_links.link_expired()
            ended = await _restore(setup, connection, account, change, now)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", "Another account has this address.") from None
    setup.outbox.wake()
    for session_id in ended:
        await setup.on_revoked(session_id, change.account_id)
    audit.note(setup, "email change undone", peer=visitor.peer, member=change.account_id)


async def _issue(
    setup: Setup, connection: Connection, purpose: str, email: str, cookie: str, now: datetime
) -> Challenge:
    return await challenges.issue(connection, setup.secret, purpose=purpose, email=email, cookie=cookie, now=now)


async def _verified(setup: Setup, visitor: Visitor, purpose: str, challenge_id: str, code: str, now: datetime) -> Proof:
    try:
        return await challenges.verify_code(
            setup, visitor, purpose=purpose, challenge_id=challenge_id, code=code, now=now
        )
    except AppError as refusal:
        if purpose == OF_FORMER:
            raise AppError(refusal.code, refusal.message, field="formerCode") from None
        raise


async def _change(setup: Setup, connection: Connection, account: Row, email: str, now: datetime) -> None:
    given = {"b_id": account.id, "b_former": account.email, "b_email": email}
    if await connection.row(SET_EMAIL, given) is None:
        raise challenges.challenge_expired()
    change = {
        "id": new_id(),
        "account_id": account.id,
        "former_email": account.email,
        "changed_at": now,
        "expires_at": now + UNDO_FOR,
    }
    await connection.rows(ADD_CHANGE, change)
    await connection.rows(challenges.DELETE_CHALLENGES_OF_EMAIL, {"email": account.email})
    await setup.on_account_changed(connection, account.id, email, account.username)
    link = f"{setup.public_url}/undo-email-change#{undo_links.new_token(setup.secret, change['id'])}"
    content = setup.emails.email_changed(account.language, email, link, now)
    await setup.outbox.enqueue(connection, account.email, content)


async def _restore(setup: Setup, connection: Connection, account: Row, change: Row, now: datetime) -> list[str]:
    """Restore the address. Returns the sessions that ended."""
    given = {"b_id": account.id, "b_former": account.email, "b_email": change.former_email}
    await connection.rows(SET_EMAIL, given)
    await connection.rows(FORGET_CHANGES_SINCE, {"account_id": account.id, "since": change.changed_at})
    await connection.rows(challenges.DELETE_CHALLENGES_OF_EMAIL, {"email": account.email})
    await managing.remove_since(setup, connection, account.id, change.changed_at)
    await setup.on_account_changed(connection, account.id, change.former_email, account.username)
    content = setup.emails.email_change_undone(account.language, setup.reset_url, now)
    await setup.outbox.enqueue(connection, change.former_email, content)
    return await sessions.end_all(connection, account.id)
