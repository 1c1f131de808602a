"""Signing in with a second step after the password, or with a passkey instead of it."""

from __future__ import annotations

from typing import Any

from inflow.identity import audit, limits
from inflow.identity.factors import ceremonies, passkeys, second_step
from inflow.identity.factors.second_step import Answer
from inflow.identity.passwords.account_passwords import ACCOUNT_BY_ID
from inflow.identity.sessions import devices, sign_in
from inflow.identity.sessions.sign_in import SignedIn
from inflow.identity.setup import Setup, Visitor
from reflow import AppError, Connection, Row, host_of


async def complete(setup: Setup, visitor: Visitor, answer: Answer, *, trust: bool) -> SignedIn:
    """Open the session that a right password began.

    Args:
        setup: Identity.
        visitor: The browser that sent the password.
        answer: The second step.
        trust: Whether not to ask this browser for it again for 30 days.

    Raises:
        AppError: ``invalid``, ``expired``, ``rate_limited``, ``suspended``.
    """
    now = setup.clock()
    ceremony = await ceremonies.attempt(setup.database, "second step", visitor.ceremony, now)
    async with setup.database.connection() as connection:
        account = await connection.row(ACCOUNT_BY_ID, {"id": ceremony.account_id})
    if account is None:
        raise ceremonies.expired()
    device = devices.recognise(setup, visitor.device, account, now)

    async def prove(connection: Connection) -> None:
        await second_step.prove(setup, connection, account, answer, ceremony)
        await second_step.forget_count(setup, connection, account.id, device)

    try:
        await second_step.count(setup, account.id, device, answer, now)
        signed_in = await sign_in.open_session(
            setup, visitor, account, account.password_hash, now, prove=prove, trust=trust
        )
    except AppError as refusal:
        await _note_refusal(setup, visitor, account, refusal)
        raise
    audit.note(setup, "signed in", peer=visitor.peer, member=account.id)
    return signed_in


async def begin_with_passkey(setup: Setup, visitor: Visitor) -> tuple[Any, str]:
    """The options with which a browser offers its passkeys for this deployment, and the cookie.

    Raises:
        AppError: ``rate_limited``; ``not_found``, passkeys are off or impossible here.
    """
    if not setup.relying_party.has_passkeys:
        raise AppError("not_found", "Passkeys need a domain, and this address has none.")
    now = setup.clock()
    await limits.PASSKEY_OPTIONS_FROM_HOST.take(setup.database, host_of(visitor.peer), now)
    async with setup.database.transaction() as connection:
        ceremony = await ceremonies.begin(connection, "sign in", None, now)
    return setup.relying_party.options_to_prove([], ceremony.challenge), ceremony.cookie


async def complete_with_passkey(setup: Setup, visitor: Visitor, credential: dict[str, Any]) -> SignedIn:
    """Open a session for the account whose passkey signed. The browser's former session, if any, ends.

    Raises:
        AppError: ``invalid``, ``expired``, ``suspended``.
    """
    now = setup.clock()
    # No limit of its own: signatures cannot be guessed, and a host gets a limited number of ceremonies.
    ceremony = await ceremonies.attempt(setup.database, "sign in", visitor.ceremony, now)
    async with setup.database.connection() as connection:
        passkey = await passkeys.find_passkey(connection, credential, None)
        account = await connection.row(ACCOUNT_BY_ID, {"id": passkey.account_id})
    if account is None:
        raise passkeys.unknown()

    async def prove(connection: Connection) -> None:
        await second_step.prove(setup, connection, account, Answer(passkey=credential), ceremony)

    signed_in = await sign_in.open_session(setup, visitor, account, account.password_hash, now, prove=prove)
    audit.note(setup, "signed in with a passkey", peer=visitor.peer, member=account.id)
    return signed_in


async def _note_refusal(setup: Setup, visitor: Visitor, account: Row, refusal: AppError) -> None:
    """Log a refused second step. If codes were guessed, the owner learns by email that the password is known."""
    audit.note(setup, "second step refused", peer=visitor.peer, member=account.id)
    if refusal.code != "rate_limited":
        return
    try:
        counted = limits.account_key(setup.secret, account.id)
        await limits.SECOND_STEP_EMAILS.take(setup.database, counted, setup.clock())
    except AppError:
        return  # the owner has been told of it
    async with setup.database.transaction() as connection:
        content = setup.emails.second_step_guessed(account.language, setup.reset_url)
        await setup.outbox.enqueue(connection, account.email, content)
    setup.outbox.wake()
