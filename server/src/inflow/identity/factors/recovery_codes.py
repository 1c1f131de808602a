"""Ten codes to write down, each of which is a second step once."""

from __future__ import annotations

import base64
import secrets

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.encryption import Secret
from inflow.identity.factors.rules import RECOVERY_CODES
from inflow.identity.tables import UNWATCHED, recovery_codes
from reflow import AppError, Connection, statement

BYTES = 15
"""120 bits: OWASP ASVS 5.0, 6.5.2 wants 112, or a slow hash."""
GROUP = 4
CHARACTERS = BYTES * 8 // 5

ADD_CODE = statement(sa.insert(recovery_codes).values(hash=bindparam("hash"), account_id=bindparam("account_id")))
USE_CODE = statement(
    sa.delete(recovery_codes)
    .where(recovery_codes.c.hash == bindparam("hash"), recovery_codes.c.account_id == bindparam("account_id"))
    .returning(recovery_codes.c.account_id)
)
REMOVE_CODES = statement(sa.delete(recovery_codes).where(recovery_codes.c.account_id == bindparam("account_id")))
COUNT_CODES = statement(
    sa.select(sa.func.count().label("left"))
    .select_from(recovery_codes)
    .where(recovery_codes.c.account_id == bindparam("account_id")),
    whole_table=UNWATCHED,
)


async def replace(connection: Connection, secret: Secret, account_id: str) -> list[str]:
    """Make ten new codes; the former ones are void. Only their hashes are stored."""
    await connection.rows(REMOVE_CODES, {"account_id": account_id})
    codes = [base64.b32encode(secrets.token_bytes(BYTES)).decode().lower() for _ in range(RECOVERY_CODES)]
    for code in codes:
        await connection.rows(ADD_CODE, {"hash": _hash(secret, account_id, code), "account_id": account_id})
    return ["-".join(code[at : at + GROUP] for at in range(0, CHARACTERS, GROUP)) for code in codes]


async def use(connection: Connection, secret: Secret, account_id: str, typed: str) -> None:
    """Use up a code. Letter case, spaces and hyphens do not matter.

    Raises:
        AppError: ``invalid``.
    """
    code = "".join(each for each in typed.lower() if each.isalnum())
    if await connection.row(USE_CODE, {"hash": _hash(secret, account_id, code), "account_id": account_id}) is None:
        raise AppError("invalid", "This recovery code isn't right, or you used it before.", field="code")


async def count_left(connection: Connection, account_id: str) -> int:
    """How many codes the account has left."""
    row = await connection.row(COUNT_CODES, {"account_id": account_id})
    return int(row.left) if row else 0


def _hash(secret: Secret, account_id: str, code: str) -> bytes:
    return secret.mac("recovery code", account_id, code)
