"""Deletes a former member's votes, and that a proposal was theirs. The counts stay."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.niches.tables import proposal_votes, proposals
from reflow import Connection, statement

REMOVE_VOTES_OF = statement(sa.delete(proposal_votes).where(proposal_votes.c.voter_id == bindparam("id")))
ANONYMIZE_PROPOSALS_OF = statement(
    sa.update(proposals).where(proposals.c.proposed_by == bindparam("id")).values(proposed_by=None)
)


async def remove_votes_of(connection: Connection, user_id: str) -> None:
    """Delete which proposals a member voted for, and that they made a proposal."""
    await connection.rows(REMOVE_VOTES_OF, {"id": user_id})
    await connection.rows(ANONYMIZE_PROPOSALS_OF, {"id": user_id})
