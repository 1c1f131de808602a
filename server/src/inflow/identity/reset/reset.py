"""Resetting a password: a code by email, and with it a new password. All sessions end.

Asking looks and costs the same, whether or not an account has the address: the server stores a challenge and writes an
email in any case. Without an account, the email is never sent and no code is right. Strangers get no email.

Strangers can use up the emails that an address may get in a day. The owner still gets in: by the link in one of those
emails (see :mod:`reset_links`), or from a known browser, for which emails are counted separately.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, challenges, limits
from inflow.identity.challenges import Challenge, Proof
from inflow.identity.emails import ENGLISH
from inflow.identity.passwords import account_passwords
from inflow.identity.passwords.policy import check_password, telltales_of
from inflow.identity.reset import reset_links
from inflow.identity.rules import check_email
from inflow.identity.sessions import devices, sessions
from inflow.identity.setup import Setup, Visitor
from inflow.identity.tables import accounts
from reflow import AppError, Row, host_of, statement

PURPOSE = "reset"
WRONG = "Invalid verification code. Please try again."

ACCOUNT_BY_EMAIL = statement(
    sa.select(
        accounts.c.id, accounts.c.email, accounts.c.username, accounts.c.password_hash, accounts.c.language
    ).where(accounts.c.email == bindparam("email"))
)


async def begin(setup: Setup, visitor: Visitor, email: str) -> tuple[Challenge, str]:
    """Email a code, if the address has an account. Returns the challenge and its cookie.

    Raises:
        AppError: ``invalid``, this is not an address; ``rate_limited``.
    """
    now = setup.clock()
    owner = await _known_owner(setup, visitor, email, now)
    if owner is None:
        await limits.RESETS_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    if not email.strip():
        raise AppError("invalid", "Please fill in all fields", field="email")
    address = check_email(email)
    await _count_mail(setup, visitor, owner, address, now)
    audit.note(setup, "reset asked for", peer=visitor.peer, name=address)
    cookie = visitor.challenge or sessions.new_token()
    return await _issue_challenge(setup, address, cookie, now), cookie


async def resend(setup: Setup, visitor: Visitor, challenge_id: str) -> tuple[Challenge, str]:
    """Email another code; the former one becomes invalid. Returns the challenge and the same cookie.

    Raises:
        AppError: ``expired``, there is nothing to resume; ``rate_limited``.
    """
    now, cookie = setup.clock(), visitor.challenge or ""
    async with setup.database.connection() as connection:
        before = await challenges.find(connection, purpose=PURPOSE, challenge_id=challenge_id, cookie=cookie)
    if before is None or before.expires_at + challenges.RESENDABLE_FOR <= now:
        raise AppError("expired", "This reset is no longer waiting. Please enter your email again.", field="email")
    owner = await _known_owner(setup, visitor, before.email, now)
    await _count_mail(setup, visitor, owner, before.email, now)
    return await _issue_challenge(setup, before.email, cookie, now, former=challenge_id), cookie


async def complete(setup: Setup, visitor: Visitor, challenge_id: str, code: str, new_password: str) -> str:
    """Verify the code and store the new password. Signs no session in; returns the device cookie of this browser.

    Raises:
        AppError: ``invalid`` for the password or the code, ``expired``, ``rate_limited``.
    """
    now = setup.clock()
    await limits.CODES_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    _check_password_of_unknown_member(setup, new_password)
    if not code.strip():
        raise AppError("invalid", "Please enter the verification code", field="code")
    proof = await challenges.verify_code(
        setup, visitor, purpose=PURPOSE, challenge_id=challenge_id, code=code, now=now, refusal=WRONG
    )
    owner = await _owner_of_proof(setup, proof)
    return await _replace_password(setup, visitor, owner, new_password, now, proof)


async def complete_by_link(setup: Setup, visitor: Visitor, token: str, new_password: str) -> str:
    """Likewise with the link of the email. Attempts are not counted, because a link cannot be guessed.

    Raises:
        AppError: ``invalid`` for the password; ``expired``; ``rate_limited``, the queue of hashes is full.
    """
    now = setup.clock()
    _check_password_of_unknown_member(setup, new_password)
    owner = await reset_links.account_of_link(setup.database, setup.secret, token, now)
    return await _replace_password(setup, visitor, owner, new_password, now, None)


def _check_password_of_unknown_member(setup: Setup, new_password: str) -> None:
    """Check what can be checked without knowing the member, before an attempt is counted."""
    if not new_password:
        raise AppError("invalid", "Please fill in all fields", field="newPassword")
    check_password(new_password, setup.policy, telltales=telltales_of(setup.product), field="newPassword")


async def _known_owner(setup: Setup, visitor: Visitor, email: str, now: datetime) -> Row | None:
    """The account with this address, if it knows this browser."""
    if visitor.device is None:
        return None
    async with setup.database.connection() as connection:
        account = await connection.row(ACCOUNT_BY_EMAIL, {"email": email.strip().lower()})
    return account if account and devices.recognise(setup, visitor.device, account, now) else None


async def _count_mail(setup: Setup, visitor: Visitor, owner: Row | None, address: str, now: datetime) -> None:
    if owner is None:
        await limits.count_reset_mail(setup, visitor.peer, address, now)
    else:
        counted = limits.account_key(setup.secret, owner.id)
        await limits.RESET_MAILS_OF_KNOWN.take(setup.database, counted, now)


async def _owner_of_proof(setup: Setup, proof: Proof) -> Row:
    async with setup.database.connection() as connection:
        account = await connection.row(ACCOUNT_BY_EMAIL, {"email": proof.email})
    if account is None:
        raise challenges.wrong_code(WRONG)
    return account


async def _replace_password(
    setup: Setup, visitor: Visitor, account: Row, new_password: str, now: datetime, proof: Proof | None
) -> str:
    """Store the new password and use up the code, or else the link. Returns the device cookie."""
    telltales = telltales_of(setup.product, account.username, account.email)
    check_password(new_password, setup.policy, telltales=telltales, field="newPassword")
    password_hash = await setup.passwords.hash(new_password)
    async with setup.database.transaction() as connection:
        if proof is not None:
            await challenges.consume(connection, proof)
        elif not await account_passwords.has_unchanged_password(connection, account):
            raise reset_links.link_expired()
        await connection.rows(challenges.DELETE_CHALLENGES_OF_EMAIL, {"email": account.email})
        ended = await account_passwords.replace_password(setup, connection, account, password_hash, now)
        for name in (account.email, account.username):
            await limits.forget_failures(connection, setup.secret, visitor.peer, name)
    setup.outbox.wake()
    for session_id in ended:
        await setup.on_revoked(session_id, account.id)
    audit.note(setup, "password reset", peer=visitor.peer, member=account.id)
    return devices.new_token(setup, account.id, password_hash, now)


async def _issue_challenge(setup: Setup, email: str, cookie: str, now: datetime, *, former: str = "") -> Challenge:
    async with setup.database.transaction() as connection:
        challenge = await challenges.issue(
            connection, setup.secret, purpose=PURPOSE, email=email, cookie=cookie, now=now
        )
        await connection.rows(challenges.DELETE_CHALLENGE, {"id": former})
        account = await connection.row(ACCOUNT_BY_EMAIL, {"email": email})
        token = reset_links.new_token(
            setup.secret, account.id if account else "", email, account.password_hash if account else "", now
        )
        content = setup.emails.reset_code(
            account.language if account else ENGLISH, challenge.code, setup.reset_link(token)
        )
        await setup.outbox.enqueue(connection, email if account else None, content)
    setup.outbox.wake()
    return challenge
