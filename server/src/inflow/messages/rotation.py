"""Wrapping the conversations' keys with a newer key of the deployment, while it runs, and giving them new ones; and the
proof that all can be opened."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import distinct_on

from inflow.core.encryption import DecryptionFailed
from inflow.messages.keys import KeyRing, MissingKey, Wrapped
from inflow.messages.tables import conversation_keys
from reflow.postgres.database import Database, Row
from reflow.statements import statement

_AT_ONCE = 500

ONE_OF_EACH = statement(
    sa.select(*conversation_keys.columns)
    .ext(distinct_on(conversation_keys.c.kek_id))
    .order_by(conversation_keys.c.kek_id),
    whole_table="Asked once at start.",
)
OLDER = statement(
    sa.select(*conversation_keys.columns)
    .where(conversation_keys.c.kek_id != bindparam("newest"))
    .order_by(conversation_keys.c.kek_id)
    .limit(_AT_ONCE)
    .with_for_update(),
    whole_table="A command for operators; nobody watches it.",
)
WRAP = statement(
    sa.update(conversation_keys)
    .where(conversation_keys.c.conversation_id == bindparam("conversation"))
    .values(kek_id=bindparam("kek"), version=bindparam("last"), wrapped=bindparam("with_it"))
)


async def unopenable(database: Database, ring: KeyRing) -> list[str]:
    """The ids of keys without which there are messages that cannot be read: missing, or not the ones they were."""
    async with database.connection() as connection:
        rows = await connection.rows(ONE_OF_EACH, {})
    return [row.kek_id for row in rows if not _opens(ring, row.conversation_id, _kept(row))]


async def rewrap(database: Database, ring: KeyRing, *, renew: bool = False) -> int:
    """Wrap every conversation's keys with the newest of the ring; how many were not. Messages stay as they are.

    Args:
        renew: Give each of them a new key, too, for all that is written from now on. The former ones stay with it,
            since what they sealed is opened by nothing else.

    Raises:
        MissingKey: One was wrapped with a key that is not on the ring.
        inflow.core.encryption.DecryptionFailed: One was changed.
    """
    done = 0
    while count := await _some(database, ring, ring.renewed if renew else ring.wrapped_anew):
        done += count
    return done


async def _some(database: Database, ring: KeyRing, anew: Callable[[str, Wrapped], Wrapped]) -> int:
    async with database.transaction() as connection:
        rows = await connection.rows(OLDER, {"newest": ring.newest})
        for row in rows:
            made = anew(row.conversation_id, _kept(row))
            kept = {"kek": made.kek_id, "last": made.version, "with_it": made.wrapped}
            await connection.rows(WRAP, {"conversation": row.conversation_id, **kept})
    return len(rows)


def _opens(ring: KeyRing, conversation_id: str, kept: Wrapped) -> bool:
    try:
        ring.open(conversation_id, kept)
    except (MissingKey, DecryptionFailed):
        return False
    return True


def _kept(row: Row) -> Wrapped:
    return Wrapped(row.kek_id, row.version, row.wrapped)
