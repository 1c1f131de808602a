"""Sign-up: a form, a code by email, and then account, member and session in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.ids import new_id
from inflow.identity import audit, challenges, limits
from inflow.identity.challenges import Challenge, Proof
from inflow.identity.rules import TERMS_VERSION, SignUp, check_sign_up, username_taken
from inflow.identity.sessions import devices, sessions
from inflow.identity.setup import NewAccount, Setup, Visitor
from inflow.identity.sign_up import former_usernames
from inflow.identity.sign_up.applications import join_or_apply
from inflow.identity.sign_up.denied_hosts import require_allowed_host
from inflow.identity.tables import accounts, pending_signups, reserved_usernames
from reflow import AppError, Connection, Row, host_of, statement

PURPOSE = "sign_up"

ACCOUNT_BY_EMAIL = statement(
    sa.select(accounts.c.id, accounts.c.language).where(accounts.c.email == bindparam("email"))
)
ACCOUNT_BY_USERNAME = statement(sa.select(accounts.c.id).where(accounts.c.username == bindparam("username")))
RESERVATION_BY_USERNAME = statement(
    sa.select(reserved_usernames.c.email, reserved_usernames.c.expires_at).where(
        reserved_usernames.c.username == bindparam("username")
    )
)
_reserving = insert(reserved_usernames).values(
    username=bindparam("username"), email=bindparam("email"), expires_at=bindparam("expires_at")
)
RESERVE_USERNAME = statement(
    _reserving.on_conflict_do_update(
        index_elements=["username"],
        set_={"email": _reserving.excluded.email, "expires_at": _reserving.excluded.expires_at},
        where=sa.or_(
            reserved_usernames.c.email == _reserving.excluded.email,
            reserved_usernames.c.expires_at <= bindparam("now"),
        ),
    ).returning(reserved_usernames.c.username)
)
RELEASE_USERNAME = statement(
    sa.delete(reserved_usernames).where(reserved_usernames.c.username == bindparam("username"))
)
DELETE_EXPIRED_RESERVATIONS = statement(
    sa.delete(reserved_usernames).where(reserved_usernames.c.expires_at <= bindparam("now"))
)
ADD_PENDING = statement(
    sa.insert(pending_signups).values(
        challenge_id=bindparam("challenge_id"),
        username=bindparam("username"),
        full_name=bindparam("full_name"),
        date_of_birth=bindparam("date_of_birth"),
        password_hash=bindparam("password_hash"),
        terms_version=bindparam("terms_version"),
        terms_accepted_at=bindparam("terms_accepted_at"),
        invitation_id=bindparam("invitation_id"),
        reason=bindparam("reason"),
    )
)
PENDING_BY_CHALLENGE = statement(
    sa.select(pending_signups).where(pending_signups.c.challenge_id == bindparam("challenge_id"))
)
ADD_ACCOUNT = statement(
    sa.insert(accounts).values(
        id=bindparam("id"),
        email=bindparam("email"),
        username=bindparam("username"),
        password_hash=bindparam("password_hash"),
        created_at=bindparam("created_at"),
        terms_version=bindparam("terms_version"),
        terms_accepted_at=bindparam("terms_accepted_at"),
        language=bindparam("language"),
    )
)


@dataclass(frozen=True, slots=True)
class SignUpForm:
    """The sign-up form as it was typed."""

    email: str
    full_name: str
    username: str
    password: str
    date_of_birth: str
    terms_accepted: bool
    invitation: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CompletedSignUp:
    """A new member, signed in. An applicant, who waits for a moderator, has no user."""

    user: dict[str, Any] | None
    account_id: str
    session_token: str
    device_token: str


@dataclass(frozen=True, slots=True)
class _PendingSignUp:
    """A form that waits for its code."""

    email: str
    username: str
    full_name: str
    date_of_birth: date
    password_hash: str
    terms_version: str | None
    terms_accepted_at: datetime | None
    invitation_id: str
    reason: str


async def begin(setup: Setup, visitor: Visitor, form: SignUpForm) -> tuple[Challenge, str]:
    """Store the form and email a code. Returns the challenge and its cookie.

    An address that has an account gets the same answer and another email; no code will ever be right.

    Raises:
        AppError: ``invalid`` for the first rule broken, ``conflict`` for a username taken, ``rate_limited``;
            ``forbidden`` or ``expired`` for a visitor or a host that may not sign up.
    """
    setup.passwords.require_capacity()
    now = setup.clock()
    await limits.SIGN_UPS_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    tag = audit.host_tag(setup.secret, visitor.peer)
    async with setup.database.connection() as connection:
        await require_allowed_host(connection, setup.entry.denied_hosts, visitor.peer, tag, now)
        await setup.entry.require_entry(connection, form.invitation, now)
    wanted = _validate(setup, form, now)
    setup.entry.require_allowed(wanted.email)
    async with setup.database.connection() as connection:
        reason = await setup.entry.require_reason(connection, form.invitation, form.reason, now)
    await _require_free_username(setup, wanted.username, wanted.email, now)
    password_hash = await setup.passwords.hash(wanted.password)
    await limits.count_sign_up_mail(setup, visitor.peer, wanted.email, now)
    named = (wanted.email, wanted.username, wanted.full_name, wanted.date_of_birth)
    pending = _PendingSignUp(*named, password_hash, TERMS_VERSION, now, form.invitation, reason)
    cookie = visitor.challenge or sessions.new_token()
    async with setup.database.transaction() as connection:
        challenge = await _issue_challenge(setup, visitor, connection, pending, cookie, now)
    setup.outbox.wake()
    return challenge, cookie


async def resend(setup: Setup, visitor: Visitor, challenge_id: str) -> tuple[Challenge, str]:
    """Email another code; the former one becomes invalid. Returns the challenge and the same cookie.

    Raises:
        AppError: ``expired``, there is nothing to resume; ``conflict``, the username was taken meanwhile;
            ``rate_limited``.
    """
    now = setup.clock()
    cookie = visitor.challenge or ""
    async with setup.database.connection() as connection:
        before = await challenges.find(connection, purpose=PURPOSE, challenge_id=challenge_id, cookie=cookie)
    if before is None or before.expires_at + challenges.RESENDABLE_FOR <= now:
        raise _sign_up_expired()
    await limits.count_sign_up_mail(setup, visitor.peer, before.email, now)
    async with setup.database.transaction() as connection:
        row = await connection.row(PENDING_BY_CHALLENGE, {"challenge_id": challenge_id})
        if row is None:
            raise _sign_up_expired()
        challenge = await _issue_challenge(
            setup, visitor, connection, _pending_from_row(row, before.email), cookie, now
        )
        await connection.rows(challenges.DELETE_CHALLENGE, {"id": challenge_id})
    setup.outbox.wake()
    return challenge, cookie


async def complete(setup: Setup, visitor: Visitor, challenge_id: str, code: str) -> CompletedSignUp:
    """Verify the code and create account, member and session, all or none.

    Raises:
        AppError: ``invalid`` or ``expired``, see :func:`challenges.verify_code`; ``conflict``; ``rate_limited``;
            ``expired``, others have used the invitation up.
    """
    now = setup.clock()
    await limits.CODES_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    proof = await challenges.verify_code(setup, visitor, purpose=PURPOSE, challenge_id=challenge_id, code=code, now=now)
    try:
        complete = await _create(setup, visitor, proof, now)
    except asyncpg.UniqueViolationError as violation:
        raise _error_for(violation) from None
    audit.note(setup, "signed up", peer=visitor.peer, member=complete.account_id)
    return complete


async def _create(setup: Setup, visitor: Visitor, proof: Proof, now: datetime) -> CompletedSignUp:
    async with setup.database.transaction() as connection:
        row = await connection.row(PENDING_BY_CHALLENGE, {"challenge_id": proof.challenge_id})
        await challenges.consume(connection, proof)
        if row is None:
            raise challenges.challenge_expired()
        accepted_at = row.terms_accepted_at or now
        account = NewAccount(new_id(), proof.email, row.username, row.full_name, row.date_of_birth, now, accepted_at)
        values = {"id": account.id, "email": account.email, "username": account.username, "created_at": now}
        values |= {name: row[name] for name in ("password_hash", "terms_version", "terms_accepted_at")}
        values["language"] = visitor.language
        await connection.rows(ADD_ACCOUNT, values)
        is_invited = await setup.entry.use_invitation(connection, row.invitation_id, account.id, now)
        await connection.rows(RELEASE_USERNAME, {"username": account.username})
        user = await join_or_apply(setup, connection, account, row.reason, is_invited=is_invited)
        _, token = await sessions.start(connection, account.id, visitor.browser, now)
    device = devices.new_token(setup, account.id, row.password_hash, now)
    return CompletedSignUp(user, account.id, token, device)


def _validate(setup: Setup, form: SignUpForm, now: datetime) -> SignUp:
    return check_sign_up(
        email=form.email,
        full_name=form.full_name,
        username=form.username,
        password=form.password,
        date_of_birth=form.date_of_birth,
        terms_accepted=form.terms_accepted,
        today=now.date(),
        product=setup.product,
        profanity=setup.profanity,
        policy=setup.policy,
    )


async def _require_free_username(setup: Setup, username: str, email: str, now: datetime) -> None:
    """Refuse a taken username early, before an email is counted. The reservation decides later."""
    async with setup.database.connection() as connection:
        taken = await connection.row(ACCOUNT_BY_USERNAME, {"username": username}) is not None
        taken = taken or await former_usernames.is_reserved(setup, connection, username, now)
        held = await connection.row(RESERVATION_BY_USERNAME, {"username": username})
    if taken or (held is not None and held.email != email and held.expires_at > now):
        raise username_taken()


async def _issue_challenge(
    setup: Setup, visitor: Visitor, connection: Connection, pending: _PendingSignUp, cookie: str, now: datetime
) -> Challenge:
    """Reserve the username, store the pending sign-up and write the email, also where the address has an account."""
    held = {"username": pending.username, "email": pending.email, "expires_at": now + challenges.LIFETIME, "now": now}
    has_left = await former_usernames.is_reserved(setup, connection, pending.username, now)
    if has_left or await connection.row(RESERVE_USERNAME, held) is None:
        raise username_taken()
    challenge = await challenges.issue(
        connection, setup.secret, purpose=PURPOSE, email=pending.email, cookie=cookie, now=now
    )
    values = {
        "challenge_id": challenge.id,
        "username": pending.username,
        "full_name": pending.full_name,
        "date_of_birth": pending.date_of_birth,
        "password_hash": pending.password_hash,
        "terms_version": pending.terms_version,
        "terms_accepted_at": pending.terms_accepted_at,
        "invitation_id": pending.invitation_id,
        "reason": pending.reason,
    }
    await connection.rows(ADD_PENDING, values)
    member = await connection.row(ACCOUNT_BY_EMAIL, {"email": pending.email})
    content = (
        setup.emails.sign_up_code(visitor.language, challenge.code)
        if member is None
        else setup.emails.already_a_member(member.language, f"{setup.public_url}/login")
    )
    await setup.outbox.enqueue(connection, pending.email, content)
    return challenge


def _pending_from_row(row: Row, email: str) -> _PendingSignUp:
    rest = (row.terms_version, row.terms_accepted_at, row.invitation_id, row.reason)
    return _PendingSignUp(email, row.username, row.full_name, row.date_of_birth, row.password_hash, *rest)


def _sign_up_expired() -> AppError:
    return AppError("expired", "This sign-up is no longer waiting. Please fill in the form again.")


def _error_for(violation: asyncpg.UniqueViolationError) -> Exception:
    if violation.constraint_name == "identity_accounts_username_key":
        return username_taken()
    if violation.constraint_name == "identity_accounts_email_key":
        # The visitor sent the right code, so the address is theirs and the response may tell that it has an account.
        return AppError("conflict", "You already have an account. Please log in.", field="email")
    return violation
