"""A forgotten password: a code to the address, and with it a new password. All that was open is closed.

Asking looks and takes the same whoever has the address: a challenge is kept and a letter written in any case. Where
nobody has it, the letter goes nowhere and no code is right. Strangers are sent nothing.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.identity import audit, challenges, devices, letters, limits, passwords_kept, sessions
from inflow.identity.challenges import Challenge, Proof
from inflow.identity.password_rules import check_password, telltales_of
from inflow.identity.rules import check_email
from inflow.identity.setup import Setup, Visitor
from inflow.identity.tables import accounts
from reflow.errors import AppError
from reflow.hosts import host_of
from reflow.statements import statement
from reflow.store import Row

PURPOSE = "reset"
WRONG = "Invalid verification code. Please try again."

ACCOUNT_BY_EMAIL = statement(
    sa.select(accounts.c.id, accounts.c.email, accounts.c.username).where(accounts.c.email == bindparam("email"))
)


async def begin(setup: Setup, visitor: Visitor, email: str) -> tuple[Challenge, str]:
    """Mail a code, if the address has an account; the challenge, and the cookie it is bound to.

    Raises:
        AppError: ``invalid`` for what is no address, ``rate_limited``.
    """
    now = setup.clock()
    await limits.RESETS_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    if not email.strip():
        raise AppError("invalid", "Please fill in all fields", field="email")
    address = check_email(email)
    await limits.count_letter(setup, visitor.peer, address, now)
    audit.note(setup, "reset asked for", peer=visitor.peer, name=address)
    cookie = visitor.challenge or sessions.new_token()
    return await _challenge(setup, address, cookie, now), cookie


async def resend(setup: Setup, visitor: Visitor, challenge_id: str) -> tuple[Challenge, str]:
    """Mail another code, in place of the one before, which is worth nothing from now on; and the cookie, as before.

    Raises:
        AppError: ``expired``, there is nothing to resume; ``rate_limited``.
    """
    now, cookie = setup.clock(), visitor.challenge or ""
    async with setup.database.connection() as connection:
        before = await challenges.find(connection, purpose=PURPOSE, challenge_id=challenge_id, cookie=cookie)
    if before is None or before.expires_at + challenges.KEPT_FOR <= now:
        raise AppError("expired", "This reset is no longer waiting. Please enter your email again.", field="email")
    await limits.count_letter(setup, visitor.peer, before.email, now)
    return await _challenge(setup, before.email, cookie, now, former=challenge_id), cookie


async def complete(setup: Setup, visitor: Visitor, challenge_id: str, code: str, new_password: str) -> str:
    """Bring the code back with a new password. Nobody is signed in afterwards; this browser is known, by this cookie.

    Raises:
        AppError: ``invalid`` for the password or the code, ``expired``, ``rate_limited``.
    """
    now = setup.clock()
    await limits.CODES_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    if not new_password:
        raise AppError("invalid", "Please fill in all fields", field="newPassword")
    # What can be said of a password without knowing whose it is, before a try is used up.
    check_password(new_password, setup.policy, telltales=telltales_of(setup.product), field="newPassword")
    if not code.strip():
        raise AppError("invalid", "Please enter the verification code", field="code")
    proof = await challenges.attempt(
        setup, visitor, purpose=PURPOSE, challenge_id=challenge_id, code=code, now=now, refusal=WRONG
    )
    owner = await _owner(setup, proof)
    password_hash = await _replace(setup, owner, proof, new_password, now)
    audit.note(setup, "password reset", peer=visitor.peer, member=owner.id)
    return devices.new_token(setup, owner.id, password_hash, now)


async def _owner(setup: Setup, proof: Proof) -> Row:
    async with setup.database.connection() as connection:
        account = await connection.row(ACCOUNT_BY_EMAIL, {"email": proof.email})
    if account is None:
        raise challenges.wrong(WRONG)
    return account


async def _replace(setup: Setup, account: Row, proof: Proof, new_password: str, now: datetime) -> str:
    telltales = telltales_of(setup.product, account.username, account.email)
    check_password(new_password, setup.policy, telltales=telltales, field="newPassword")
    password_hash = await setup.passwords.hash(new_password)
    async with setup.database.transaction() as connection:
        await challenges.spend(connection, proof)
        await connection.rows(challenges.DROP_OF_ADDRESS, {"email": account.email})
        ended = await passwords_kept.replace(setup, connection, account, password_hash, now)
        for name in (account.email, account.username):
            await limits.FAILED_SIGN_INS.forget_with(connection, limits.name_key(setup.secret, name))
    setup.outbox.wake()
    for session_id in ended:
        await setup.on_revoked(session_id, account.id)
    return password_hash


async def _challenge(setup: Setup, email: str, cookie: str, now: datetime, *, former: str = "") -> Challenge:
    async with setup.database.transaction() as connection:
        challenge = await challenges.issue(
            connection, setup.secret, purpose=PURPOSE, email=email, cookie=cookie, now=now
        )
        await connection.rows(challenges.DROP, {"id": former})
        account = await connection.row(ACCOUNT_BY_EMAIL, {"email": email})
        words = letters.reset_code(setup.product, challenge.code)
        await setup.outbox.enqueue(connection, email if account else None, words)
    setup.outbox.wake()
    return challenge
