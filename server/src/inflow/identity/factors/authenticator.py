"""Codes of an authenticator app: TOTP of RFC 6238, six digits, 30 seconds, one step of tolerance, each code once."""

from __future__ import annotations

import hmac
from datetime import datetime

import pyotp
import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.encryption import Secret
from inflow.identity.tables import UNWATCHED, authenticators
from reflow import AppError, Connection, Row, statement

STEP_SECONDS = 30
TOLERANCE = 1  # steps before and after, for clocks that differ
PURPOSE = "authenticator seed"

BEGIN = statement(
    insert(authenticators)
    .values(
        account_id=bindparam("account_id"),
        encrypted_seed=bindparam("encrypted_seed"),
        created_at=bindparam("created_at"),
    )
    .on_conflict_do_update(
        index_elements=[authenticators.c.account_id],
        set_={"encrypted_seed": bindparam("encrypted_seed"), "created_at": bindparam("created_at")},
        where=authenticators.c.confirmed_at.is_(None),
    )
    .returning(authenticators.c.account_id)
)
AUTHENTICATOR_OF_ACCOUNT = statement(
    sa.select(authenticators).where(authenticators.c.account_id == bindparam("account_id")), whole_table=UNWATCHED
)
# A code counts once: of two requests with the same one, one succeeds.
USE_STEP = statement(
    sa.update(authenticators)
    .where(
        authenticators.c.account_id == bindparam("b_account_id"),
        authenticators.c.encrypted_seed == bindparam("b_encrypted_seed"),
        authenticators.c.last_step < bindparam("b_step"),
    )
    .values(
        last_step=bindparam("b_step"),
        confirmed_at=sa.func.coalesce(authenticators.c.confirmed_at, bindparam("b_now", type_=sa.DateTime(True))),
    )
    .returning(authenticators.c.account_id)
)
REMOVE_AUTHENTICATOR = statement(
    sa.delete(authenticators)
    .where(authenticators.c.account_id == bindparam("account_id"))
    .returning(authenticators.c.confirmed_at)
)


async def begin(connection: Connection, secret: Secret, account_id: str, now: datetime) -> str:
    """Store a new seed that waits for its first code. Returns it in base32, as apps take it.

    Raises:
        AppError: ``conflict``, the account has an app already.
    """
    seed = pyotp.random_base32()
    encrypted = secret.encrypt(PURPOSE, account_id, seed.encode())
    values = {"account_id": account_id, "encrypted_seed": encrypted, "created_at": now}
    if await connection.row(BEGIN, values) is None:
        raise AppError("conflict", "You already use an authenticator app. Remove it first.")
    return seed


def uri_of(seed: str, username: str, product: str) -> str:
    """The address that a QR code shows to an app."""
    return pyotp.TOTP(seed).provisioning_uri(name=username, issuer_name=product)


async def authenticator_of(connection: Connection, account_id: str) -> Row | None:
    """The account's app; it may not be confirmed yet."""
    return await connection.row(AUTHENTICATOR_OF_ACCOUNT, {"account_id": account_id})


async def use_code(connection: Connection, secret: Secret, app: Row, code: str, now: datetime) -> None:
    """Accept a code once. The first one confirms the app.

    Raises:
        AppError: ``invalid``, the code is wrong, or was used.
    """
    seed = secret.decrypt(PURPOSE, app.account_id, app.encrypted_seed).decode()
    step = _step_of(seed, code, now)
    values = {"b_account_id": app.account_id, "b_encrypted_seed": app.encrypted_seed, "b_step": step, "b_now": now}
    if step is None or await connection.row(USE_STEP, values) is None:
        raise wrong_code()


def wrong_code() -> AppError:
    """The refusal of a wrong code, or of one that was used."""
    return AppError("invalid", "This code isn't right. Enter the newest one.", field="code")


def _step_of(seed: str, code: str, now: datetime) -> int | None:
    """The number of the 30 seconds that a code is of; None for a wrong one. All are compared, in equal time."""
    current = int(now.timestamp()) // STEP_SECONDS
    totp, found = pyotp.TOTP(seed), None
    for step in range(current - TOLERANCE, current + TOLERANCE + 1):
        if hmac.compare_digest(totp.at(step * STEP_SECONDS).encode(), code.encode()):
            found = step
    return found
