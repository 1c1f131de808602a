"""Rotation of keys while Inflow runs: wrapping the conversations' keys with a newer key of the deployment, and giving
them new keys. Also the check that all keys can be unwrapped.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import distinct_on

from inflow.core.encryption import DecryptionFailed
from inflow.messages.keys import KeyRing, MissingKey, Wrapped
from inflow.messages.tables import conversation_keys
from reflow import Database, Row, statement

_AT_ONCE = 500

ONE_KEY_OF_EACH_KEK = statement(
    sa.select(*conversation_keys.columns)
    .ext(distinct_on(conversation_keys.c.kek_id))
    .order_by(conversation_keys.c.kek_id),
    whole_table="Asked once at start.",
)
KEYS_OF_OLDER_KEKS = statement(
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
    """The ids of the deployment's keys that are missing or different, so that messages cannot be read."""
    async with database.connection() as connection:
        rows = await connection.rows(ONE_KEY_OF_EACH_KEK, {})
    return [row.kek_id for row in rows if not _opens(ring, row.conversation_id, _kept(row))]


async def rewrap(database: Database, ring: KeyRing, *, renew: bool = False) -> int:
    """Wrap every conversation's keys with the ring's newest key; returns how many needed it. Messages do not change.

    Args:
        renew: Also give each conversation a new key for its future messages. Its former keys stay, because only they
            decrypt the messages they encrypted.

    Raises:
        MissingKey: The ring does not have the key that wrapped one of them.
        inflow.core.encryption.DecryptionFailed: One of them was changed.
    """
    done = 0
    while count := await _some(database, ring, ring.renewed if renew else ring.wrapped_anew):
        done += count
    return done


async def _some(database: Database, ring: KeyRing, anew: Callable[[str, Wrapped], Wrapped]) -> int:
    async with database.transaction() as connection:
        rows = await connection.rows(KEYS_OF_OLDER_KEKS, {"newest": ring.newest})
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
