"""The stored results of mutations: one partition for each of the last periods, emptied as a whole.

No unique index covers several partitions. So a mutation's transaction looks for its idempotency key in all of them, and
inserts it into the partition of the current period, where the index refuses one of two at the same moment. Two runs of
one request around the end of a period may insert into different partitions. As both transactions are serializable, it
cannot be that neither sees the other's row: PostgreSQL aborts one, and its next attempt finds the key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from reflow.postgres.database import Database

_PERIODS = 3  # partitions: a period's results stay while the two after it last

# A key that has a result divides by zero. The error of a constraint would have the row in its details, and with it the
# answer, and PostgreSQL writes errors into its own log. `random()` keeps it from dividing before it knows the key.
REMEMBER: Final = """
    INSERT INTO reflow_requests (period, session, request, fingerprint, result, subject, position)
    VALUES (
        (SELECT period FROM reflow_request_period), $1, $2,
        CASE WHEN EXISTS (SELECT FROM reflow_requests WHERE session = $1 AND request = $2)
            THEN int4send(1 / (random() * 0)::int) ELSE $3::bytea END,
        $4, $5, pg_current_wal_insert_lsn() - '0/0'::pg_lsn)"""
"""Stores a result, or fails if its key has one. For serializable transactions only."""

_BEGIN = "ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '1s'"
_BEGIN_NEXT = """
    UPDATE reflow_request_period SET period = (period + 1) % $1::int, since = now()
    WHERE since <= now() - interval '7 days' RETURNING period"""


async def begin_next_period(database: Database) -> bool:
    """Begin the next period if the current one has lasted for seven days, and delete the results of the oldest one: all
    are older than 14 days. Returns whether it did.

    Raises:
        asyncpg.LockNotAvailableError: Another transaction locks the table for longer than a second.
    """
    async with database.transaction(_BEGIN) as connection:
        for row in await connection.text(_BEGIN_NEXT, _PERIODS):
            # It waits for the mutations that have looked into this partition, so that later ones see their keys.
            await connection.raw.execute(f"TRUNCATE reflow_requests_{int(row.period)}")
            return True
    return False
