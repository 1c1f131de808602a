"""The epoch: a number for the log that a position belongs to.

A restored or failed-over server may reuse positions of the former log. So every pair of system identifier and timeline
gets a number, larger than all before it, which forms the upper bits of a timestamp, above the position.
"""

from __future__ import annotations

from reflow.changes.replication import System
from reflow.postgres.database import Database

_SELECT = "SELECT epoch FROM reflow_epoch WHERE system_id = $1 AND timeline = $2"
_INSERT = """
    INSERT INTO reflow_epoch (system_id, timeline, epoch)
    SELECT $1, $2, coalesce(max(epoch), 0) + 1 FROM reflow_epoch
    ON CONFLICT DO NOTHING
"""
_BEAT = """
    UPDATE reflow_epoch SET beats = beats + 1 WHERE system_id = $1 AND timeline = $2
    RETURNING pg_current_xact_id()::text AS xid
"""


async def epoch_of(database: Database, system: System) -> int:
    """This log's number, assigned now if it has none. 1 to 32767."""
    async with database.connection() as connection:
        while not (found := await connection.text(_SELECT, system.identifier, system.timeline)):
            # Another process may take the number first; then the statement inserts no row, and the loop reads again.
            await connection.text(_INSERT, system.identifier, system.timeline)
        return int(found[0].epoch)


async def beat(database: Database, system: System) -> int:
    """Write to a published table. Returns the id of the transaction, in 64 bits."""
    async with database.connection() as connection:
        return int((await connection.text(_BEAT, system.identifier, system.timeline))[0].xid)
