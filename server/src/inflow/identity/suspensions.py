"""Suspended accounts: they have no session and cannot open one, with whatever they sign in."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert

from inflow.core.encryption import Secret
from inflow.identity.sessions.sessions import END_SESSIONS_OF_ACCOUNT
from inflow.identity.tables import accounts, suspensions
from reflow import AppError, Connection, Row, statement

_PURPOSE = "appeal"

LOCK_ACCOUNT = statement(sa.select(accounts.c.id).where(accounts.c.id == bindparam("account_id")).with_for_update())
SHARE_ACCOUNT = statement(
    sa.select(accounts.c.id).where(accounts.c.id == bindparam("account_id")).with_for_update(read=True)
)
SUSPENSION_OF = statement(
    sa.select(suspensions.c.account_id, suspensions.c.until).where(suspensions.c.account_id == bindparam("account_id"))
)
SUSPENDED_AMONG = statement(
    sa.select(suspensions.c.account_id).where(
        suspensions.c.account_id == sa.any_(bindparam("account_ids", type_=sa.ARRAY(sa.Text)))
    )
)
ADD_SUSPENSION = statement(
    insert(suspensions)
    .values(account_id=bindparam("account_id"), until=bindparam("until"))
    .on_conflict_do_update(index_elements=[suspensions.c.account_id], set_={"until": bindparam("until")})
)
REMOVE_SUSPENSION = statement(sa.delete(suspensions).where(suspensions.c.account_id == bindparam("account_id")))


async def suspend(rows: Callable[..., Awaitable[list[Row]]], account_id: str, until: datetime | None) -> None:
    """Close an account's sessions and let it open none until the suspension is lifted.

    Args:
        rows: Runs a statement in the transaction, as `MutationCtx.rows` does.
        until: The announced end; None for a suspension without one.
    """
    # Sign-ins share this lock: either they see the suspension, or their session is already there to be closed.
    await rows(LOCK_ACCOUNT, account_id=account_id)
    await rows(ADD_SUSPENSION, account_id=account_id, until=until)
    await rows(END_SESSIONS_OF_ACCOUNT, account_id=account_id, kept="")


async def lift_suspension(rows: Callable[..., Awaitable[list[Row]]], account_id: str) -> None:
    """Let an account sign in again. Without a suspension it does nothing."""
    await rows(REMOVE_SUSPENSION, account_id=account_id)


async def require_not_suspended(connection: Connection, secret: Secret, account_id: str) -> None:
    """Check that an account may open a session; it stays so until the transaction ends.

    Raises:
        AppError: ``suspended``, with `until` (null for no end) and `appeal`, the token of the page that tells why.
    """
    await connection.row(SHARE_ACCOUNT, {"account_id": account_id})
    found = await connection.row(SUSPENSION_OF, {"account_id": account_id})
    if found is not None:
        until = None if found.until is None else found.until.isoformat().replace("+00:00", "Z")
        raise AppError("suspended", "Your account is suspended.", until=until, appeal=appeal_token(secret, account_id))


async def is_suspended(connection: Connection, account_id: str) -> bool:
    """Whether an account is suspended."""
    return await connection.row(SUSPENSION_OF, {"account_id": account_id}) is not None


async def suspended_among(connection: Connection, account_ids: list[str]) -> set[str]:
    """The suspended ones among these accounts."""
    return {row.account_id for row in await connection.rows(SUSPENDED_AMONG, {"account_ids": account_ids})}


def appeal_token(secret: Secret, account_id: str) -> str:
    """What opens the page with the decisions about a member who cannot sign in: only they and their email have it."""
    return f"{account_id}.{secret.mac(_PURPOSE, account_id).hex()}"


def account_of_appeal(secret: Secret, token: str) -> str | None:
    """The account of such a token; None if it is not genuine."""
    account_id, _, mac = token.rpartition(".")
    try:
        genuine = secret.mac(_PURPOSE, account_id)
        return account_id if hmac.compare_digest(genuine.hex().encode(), mac.encode()) else None
    except UnicodeEncodeError:
        return None
