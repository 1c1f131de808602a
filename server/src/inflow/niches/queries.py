"""Queries of nooks and of the open proposal."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import hidden_ids
from inflow.curators.access import can_shape_edge
from inflow.members.access import require_member
from inflow.members.tables import users
from inflow.niches.nooks import all_nooks
from inflow.niches.tables import proposal_votes, proposals
from inflow.niches.views import Nook, Proposal, proposal_view
from reflow import QueryCtx, query, statement

OPEN_PROPOSALS = statement(
    sa.select(
        proposals.c.id,
        proposals.c.name,
        proposals.c.proposed_by,
        proposals.c.voters,
        proposals.c.voting_ends,
        users.c.username,
    )
    .outerjoin(users, users.c.id == proposals.c.proposed_by)
    # A proposal is over at its end, also in the second before the job closes it and updates open screens.
    .where(proposals.c.status == "open", proposals.c.voting_ends > sa.func.now()),
    whole_table="One is open at a time, and nothing happens to the others.",
)
VOTE_OF_VOTER = statement(
    sa.select(proposal_votes.c.proposal_id).where(
        proposal_votes.c.proposal_id == bindparam("proposal_id"), proposal_votes.c.voter_id == bindparam("voter_id")
    )
)


@query
async def get_nooks(ctx: QueryCtx) -> list[Nook]:
    """The nooks to choose from, oldest first."""
    await require_member(ctx)
    return await ctx.run(all_nooks)


@query
async def get_active_proposal(ctx: QueryCtx) -> Proposal | None:
    """The proposal that is open for votes; null if there is none."""
    member = await require_member(ctx)
    row = await ctx.row(OPEN_PROPOSALS)
    if row is None:
        return None
    hidden = await ctx.run(hidden_ids)
    has_voted = await ctx.row(VOTE_OF_VOTER, proposal_id=row.id, voter_id=member.id) is not None
    can_vote = await can_shape_edge(ctx, member.id)
    is_seen = row.proposed_by not in hidden
    return proposal_view(row, is_proposer_seen=is_seen, has_voted=has_voted, can_vote=can_vote)
