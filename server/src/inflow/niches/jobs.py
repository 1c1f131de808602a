"""The job that closes a proposal at the end of its time. The cleanup also runs it, in case an operator changed that
time.
"""

from __future__ import annotations

import sqlalchemy as sa

from inflow.niches.tables import proposals
from reflow import Database, statement

CLOSE_ENDED = statement(
    sa.update(proposals)
    .where(proposals.c.status == "open", proposals.c.voting_ends <= sa.func.now())
    .values(status="expired")
)


async def close_ended_proposals(database: Database) -> None:
    """Close the proposal whose seven days are over, so that open screens are updated."""
    async with database.transaction() as connection:
        await connection.rows(CLOSE_ENDED, {})
