"""Epochs: which timestamps the positions of a log have.

A server that was restored from a copy writes other commits at positions that it has used before. So every start of a
PostgreSQL server begins an epoch, whose timestamps are greater than all before it.

An epoch's first timestamp is the time of its beginning in nanoseconds since 1970, and each further byte of the log is
one more. No server writes a gigabyte each second for long. So timestamps stay behind the clock, and an epoch that
begins later is greater, whatever the database remembers of those before it. If the clock was set back, an epoch
continues from the last one that the database knows. Timestamps stay below 2^63 until the year 2262.
"""

from __future__ import annotations

import msgspec

from reflow.changes.replication import System
from reflow.postgres.database import Database

_SELECT = """
    SELECT epoch, ts, position FROM reflow_epoch WHERE system_id = $1 AND timeline = $2 AND started_at = $3"""
_INSERT = """
    INSERT INTO reflow_epoch (epoch, system_id, timeline, started_at, ts, position)
    SELECT coalesce(max(epoch), 0) + 1, $1, $2, $3,
        greatest(
            (extract(epoch FROM clock_timestamp()) * 1000000000)::bigint,
            max(ts + greatest(here - reflow_epoch.position, 0)) + 1
        ),
        here
    FROM (SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS here) AS log LEFT JOIN reflow_epoch ON true
    GROUP BY here
    ON CONFLICT DO NOTHING
"""
_BEAT = "UPDATE reflow_epoch SET beats = beats + 1 WHERE epoch = $1 RETURNING pg_current_xact_id()::text AS xid"


class Epoch(msgspec.Struct, frozen=True):
    """The time in which one start of a server wrote its log.

    Attributes:
        number: It grows with each epoch.
        ts: The timestamp of `position`.
        position: Where the log was when the epoch began, in bytes.
    """

    number: int
    ts: int
    position: int

    def timestamp(self, lsn: int) -> int:
        """The timestamp of a position in the log."""
        return self.ts + lsn - self.position


UNKNOWN = Epoch(0, 0, 0)
"""Before the first connection."""


async def epoch_of(database: Database, system: System) -> Epoch:
    """The epoch of this log, which begins now if the database does not know it."""
    of = system.identifier, system.timeline, system.started_at
    async with database.connection() as connection:
        while not (found := await connection.text(_SELECT, *of)):
            # Another process may begin it first; then the statement inserts no row, and the loop reads again.
            await connection.text(_INSERT, *of)
        return Epoch(*found[0])


async def beat(database: Database, epoch: Epoch) -> int:
    """Write to a published table. Returns the id of the transaction, in 64 bits."""
    async with database.connection() as connection:
        return int((await connection.text(_BEAT, epoch.number))[0].xid)
