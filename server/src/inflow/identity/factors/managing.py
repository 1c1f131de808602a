"""A member's own second steps: listing, adding and removing them. Each change is emailed to the member."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import segno

from inflow.core.text import clean
from inflow.identity import audit
from inflow.identity.factors import authenticator, ceremonies, passkeys, recovery_codes, trusted_devices
from inflow.identity.factors.passkeys import passkeys_of
from inflow.identity.factors.proofs import require_proof
from inflow.identity.factors.rules import PASSKEY_NAME_MAX, PASSKEYS_MAX
from inflow.identity.factors.second_step import Answer
from inflow.identity.passwords import account_passwords
from inflow.identity.sessions import devices
from inflow.identity.sessions.sessions import Session
from inflow.identity.setup import Setup, Visitor
from reflow import AppError, Connection, Row

QUIET_ZONE = 2  # modules around a QR code


@dataclass(frozen=True, slots=True)
class Factors:
    """What a member has.

    Attributes:
        passkeys: The oldest first.
        authenticator_since: When they confirmed an authenticator app; None without one.
        codes_left: The number of their unused recovery codes.
        devices: The browsers they trust, the last used first.
        device: The id of this browser's cookie.
        can_add_passkeys: Whether browsers allow passkeys at this deployment's address.
    """

    passkeys: list[Row]
    authenticator_since: datetime | None
    codes_left: int
    devices: list[Row]
    device: str | None
    can_add_passkeys: bool


@dataclass(frozen=True, slots=True)
class NewAuthenticator:
    """A seed to be put into an app: as text, as an address, and as a QR code.

    Attributes:
        qr_path: The dark modules, as the ``d`` of an SVG path.
        qr_size: The width and height of its drawing, in modules.
    """

    seed: str
    uri: str
    qr_path: str
    qr_size: int


async def list_factors(setup: Setup, visitor: Visitor, session: Session) -> Factors:
    """The session's member's second steps."""
    now = setup.clock()
    account = await account_passwords.account_of(setup, session)
    async with setup.database.connection() as connection:
        app = await authenticator.authenticator_of(connection, account.id)
        return Factors(
            passkeys=await passkeys_of(connection, account.id),
            authenticator_since=app.confirmed_at if app else None,
            codes_left=await recovery_codes.count_left(connection, account.id),
            devices=await trusted_devices.devices_of(connection, account.id, now),
            device=devices.recognise(setup, visitor.device, account, now),
            can_add_passkeys=setup.relying_party.has_passkeys,
        )


async def begin_passkey(setup: Setup, session: Session) -> tuple[Any, str]:
    """The options with which a browser makes a passkey, and the cookie.

    Raises:
        AppError: ``forbidden``, prove to be the owner first; ``not_found``, no passkeys are possible here;
            ``conflict``, there are ten.
    """
    now = setup.clock()
    require_proof(session, now)
    if not setup.relying_party.has_passkeys:
        raise AppError("not_found", "Passkeys need a domain, and this address has none.")
    account = await account_passwords.account_of(setup, session)
    async with setup.database.transaction() as connection:
        existing = await passkeys_of(connection, account.id)
        _require_room(existing)
        ceremony = await ceremonies.begin(connection, "add", account.id, now)
    options = setup.relying_party.options_to_add(account.id, account.username, existing, ceremony.challenge)
    return options, ceremony.cookie


async def add_passkey(
    setup: Setup, visitor: Visitor, session: Session, credential: dict[str, Any], name: str
) -> list[str] | None:
    """Store the passkey that a browser has made. Returns ten recovery codes if it is the first second step.

    Raises:
        AppError: ``invalid``, ``expired``, ``conflict``.
    """
    now = setup.clock()
    ceremony = await ceremonies.attempt(setup.database, "add", visitor.ceremony, now)
    if ceremony.account_id != session.account_id:
        raise ceremonies.expired()
    new = setup.relying_party.check_new(credential, ceremony.challenge)
    named = _checked_name(name or visitor.browser)
    async with _change(setup, visitor, session, "added", named) as (connection, account):
        await ceremonies.consume(connection, ceremony)
        _require_room(await passkeys_of(connection, account.id))
        if await connection.row(passkeys.PASSKEY_BY_ID, {"id": new.id}) is not None:
            raise AppError("conflict", "This passkey is already in use.", field="passkey")
        values = {
            "id": new.id,
            "account_id": account.id,
            "public_key": new.public_key,
            "sign_count": new.sign_count,
            "transports": new.transports,
            "name": named,
            "created_at": now,
        }
        await connection.rows(passkeys.ADD_PASSKEY, values)
        return await _codes_for_first(setup, connection, account)


async def rename_passkey(setup: Setup, session: Session, passkey_id: str, name: str) -> None:
    """Give a passkey another name.

    Raises:
        AppError: ``invalid``; ``not_found``, also for another member's.
    """
    values = {"b_id": passkey_id, "b_account_id": session.account_id, "b_name": _checked_name(name)}
    async with setup.database.connection() as connection:
        if await connection.row(passkeys.RENAME_PASSKEY, values) is None:
            raise _no_passkey()


async def remove_passkey(setup: Setup, visitor: Visitor, session: Session, passkey_id: str) -> None:
    """Remove a passkey; the last second step takes recovery codes and trust in browsers with it.

    Raises:
        AppError: ``forbidden``, prove to be the owner first; ``not_found``, also for another member's.
    """
    require_proof(session, setup.clock())
    async with setup.database.connection() as connection:
        found = [each for each in await passkeys_of(connection, session.account_id) if each.id == passkey_id]
    if not found:
        raise _no_passkey()
    async with _change(setup, visitor, session, "removed", found[0].name) as (connection, account):
        values = {"id": passkey_id, "account_id": account.id}
        if await connection.row(passkeys.REMOVE_PASSKEY, values) is None:
            raise _no_passkey()
        await _end_if_last(setup, connection, account)


async def begin_authenticator(setup: Setup, session: Session) -> NewAuthenticator:
    """Make a seed for an authenticator app, which counts once its first code is confirmed.

    Raises:
        AppError: ``forbidden``, prove to be the owner first; ``conflict``, there is an app.
    """
    now = setup.clock()
    require_proof(session, now)
    account = await account_passwords.account_of(setup, session)
    async with setup.database.connection() as connection:
        seed = await authenticator.begin(connection, setup.secret, account.id, now)
    uri = authenticator.uri_of(seed, account.username, setup.product)
    code = segno.make(uri, error="m", micro=False)
    rows = list(code.matrix_iter(border=QUIET_ZONE))
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return NewAuthenticator(seed, uri, path, len(rows))


async def confirm_authenticator(setup: Setup, visitor: Visitor, session: Session, code: str) -> list[str] | None:
    """Confirm an app by its first code. Returns ten recovery codes if it is the first second step.

    Raises:
        AppError: ``forbidden``, prove to be the owner first; ``invalid``; ``not_found``, no app waits for a code.
    """
    now = setup.clock()
    require_proof(session, now)
    async with _change(setup, visitor, session, "added", "") as (connection, account):
        app = await authenticator.authenticator_of(connection, account.id)
        if app is None or app.confirmed_at is not None:
            raise AppError("not_found", "Please start again with a new QR code.")
        await authenticator.use_code(connection, setup.secret, app, Answer(code).digits, now)
        return await _codes_for_first(setup, connection, account)


async def remove_authenticator(setup: Setup, visitor: Visitor, session: Session) -> None:
    """Remove the app; the last second step takes recovery codes and trust in browsers with it.

    Raises:
        AppError: ``forbidden``, prove to be the owner first; ``not_found``.
    """
    require_proof(session, setup.clock())
    async with _change(setup, visitor, session, "removed", "") as (connection, account):
        row = await connection.row(authenticator.REMOVE_AUTHENTICATOR, {"account_id": account.id})
        if row is None or row.confirmed_at is None:
            raise AppError("not_found", "You use no authenticator app.")
        await _end_if_last(setup, connection, account)


async def make_codes(setup: Setup, visitor: Visitor, session: Session) -> list[str]:
    """Make ten new recovery codes; the former ones are void.

    Raises:
        AppError: ``forbidden``, prove to be the owner first; ``conflict``, there is no second step to recover.
    """
    require_proof(session, setup.clock())
    async with setup.database.transaction() as connection:
        account = await connection.row(account_passwords.ACCOUNT_FOR_UPDATE, {"id": session.account_id})
        if account is None or not await has_second_step(connection, account.id):
            raise AppError("conflict", "Add a passkey or an authenticator app first.")
        codes = await recovery_codes.replace(connection, setup.secret, account.id)
    audit.note(setup, "recovery codes made", peer=visitor.peer, member=session.account_id)
    return codes


async def forget_device(setup: Setup, session: Session, device_id: str) -> None:
    """Ask a browser for the second step again.

    Raises:
        AppError: ``not_found``, also for another member's.
    """
    async with setup.database.connection() as connection:
        values = {"id": device_id, "account_id": session.account_id}
        if await connection.row(trusted_devices.FORGET_DEVICE, values) is None:
            raise AppError("not_found", "This browser is no longer trusted.")


async def forget_devices(setup: Setup, session: Session) -> None:
    """Ask every browser for the second step again."""
    async with setup.database.connection() as connection:
        await connection.rows(trusted_devices.FORGET_DEVICES, {"account_id": session.account_id})


async def remove_for_operator(setup: Setup, account_id: str, note: Callable[[Connection], Awaitable[None]]) -> bool:
    """Remove all second steps of a member who has lost them. Returns whether there were any.

    Args:
        setup: Identity.
        account_id: Of the member.
        note: Records the removal, in its transaction.
    """
    async with setup.database.transaction() as connection:
        account = await connection.row(account_passwords.ACCOUNT_FOR_UPDATE, {"id": account_id})
        if account is None or not await has_second_step(connection, account_id):
            return False
        await connection.rows(passkeys.REMOVE_PASSKEYS, {"account_id": account_id})
        await connection.rows(authenticator.REMOVE_AUTHENTICATOR, {"account_id": account_id})
        await _remove_what_goes_with_them(connection, account_id)
        await setup.on_second_step(connection, account_id, False)
        content = setup.emails.second_steps_removed(account.language, setup.reset_url, setup.clock())
        await setup.outbox.enqueue(connection, account.email, content)
        await note(connection)
    setup.outbox.wake()
    return True


async def remove_since(setup: Setup, connection: Connection, account_id: str, since: datetime) -> None:
    """Remove the second steps that were added since a time, because a thief may have added them."""
    for each in await passkeys_of(connection, account_id):
        if each.created_at >= since:
            await connection.rows(passkeys.REMOVE_PASSKEY, {"id": each.id, "account_id": account_id})
    app = await authenticator.authenticator_of(connection, account_id)
    if app is not None and app.created_at >= since:
        await connection.rows(authenticator.REMOVE_AUTHENTICATOR, {"account_id": account_id})
    if not await has_second_step(connection, account_id):
        await setup.on_second_step(connection, account_id, False)
        await connection.rows(recovery_codes.REMOVE_CODES, {"account_id": account_id})
    await connection.rows(trusted_devices.FORGET_DEVICES, {"account_id": account_id})
    await connection.rows(ceremonies.END_OF_ACCOUNT, {"account_id": account_id})


async def has_second_step(connection: Connection, account_id: str) -> bool:
    """Whether the account has a passkey or a confirmed app."""
    if await passkeys_of(connection, account_id):
        return True
    app = await authenticator.authenticator_of(connection, account_id)
    return app is not None and app.confirmed_at is not None


@asynccontextmanager
async def _change(
    setup: Setup, visitor: Visitor, session: Session, what: str, name: str
) -> AsyncIterator[tuple[Connection, Row]]:
    """A transaction that changes the second steps of the session's account, whose row stays locked, and the email."""
    async with setup.database.transaction() as connection:
        account = await connection.row(account_passwords.ACCOUNT_FOR_UPDATE, {"id": session.account_id})
        if account is None:
            raise ceremonies.expired()
        yield connection, account
        email = setup.emails.second_step_added if what == "added" else setup.emails.second_step_removed
        content = email(account.language, name, setup.reset_url, setup.clock())
        await setup.outbox.enqueue(connection, account.email, content)
    setup.outbox.wake()
    event: audit.Event = "second step added" if what == "added" else "second step removed"
    audit.note(setup, event, peer=visitor.peer, member=session.account_id)


async def _codes_for_first(setup: Setup, connection: Connection, account: Row) -> list[str] | None:
    if await recovery_codes.count_left(connection, account.id) > 0 or await _count(connection, account.id) > 1:
        return None
    await setup.on_second_step(connection, account.id, True)
    return await recovery_codes.replace(connection, setup.secret, account.id)


async def _count(connection: Connection, account_id: str) -> int:
    app = await authenticator.authenticator_of(connection, account_id)
    return len(await passkeys_of(connection, account_id)) + (app is not None and app.confirmed_at is not None)


async def _end_if_last(setup: Setup, connection: Connection, account: Row) -> None:
    if not await has_second_step(connection, account.id):
        await _remove_what_goes_with_them(connection, account.id)
        await setup.on_second_step(connection, account.id, False)


async def _remove_what_goes_with_them(connection: Connection, account_id: str) -> None:
    await connection.rows(recovery_codes.REMOVE_CODES, {"account_id": account_id})
    await connection.rows(trusted_devices.FORGET_DEVICES, {"account_id": account_id})
    await connection.rows(ceremonies.END_OF_ACCOUNT, {"account_id": account_id})


def _require_room(existing: list[Row]) -> None:
    if len(existing) >= PASSKEYS_MAX:
        raise AppError("conflict", f"You have {PASSKEYS_MAX} passkeys. Remove one first.")


def _checked_name(name: str) -> str:
    named = clean(name, lines=1)
    if not named:
        raise AppError("invalid", "Please give the passkey a name", field="name")
    if len(named) > PASSKEY_NAME_MAX:
        raise AppError("invalid", f"A name has at most {PASSKEY_NAME_MAX} characters", field="name")
    return named


def _no_passkey() -> AppError:
    return AppError("not_found", "This passkey was already removed.")
