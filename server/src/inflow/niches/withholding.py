"""Withdrawing the open proposal, and opening it again, for moderators' measures."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import INSTANT
from inflow.niches.rules import ProposalId
from inflow.niches.tables import proposals
from reflow import MutationCtx, statement

WITHDRAW_PROPOSAL = statement(
    sa.update(proposals)
    .where(proposals.c.id == bindparam("proposal_id"), proposals.c.status == "open")
    .values(status="expired")
    .returning(proposals.c.id)
)
ONE_IS_OPEN = statement(
    sa.select(proposals.c.id).where(proposals.c.status == "open"), whole_table="One is open at a time."
)
OPEN_AGAIN = statement(
    sa.update(proposals)
    .where(proposals.c.id == bindparam("proposal_id"), proposals.c.voting_ends > bindparam("now", type_=INSTANT))
    .values(status="open")
    .returning(proposals.c.id)
)


async def withdraw_proposal(ctx: MutationCtx, proposal_id: ProposalId) -> bool:
    """End the vote on a proposal; returns whether it was open."""
    return await ctx.row(WITHDRAW_PROPOSAL, proposal_id=proposal_id) is not None


async def reopen_proposal(ctx: MutationCtx, proposal_id: ProposalId) -> bool:
    """Open a withdrawn proposal again; returns whether its time is not over and no other one is open."""
    if await ctx.row(ONE_IS_OPEN) is not None:
        return False
    return await ctx.row(OPEN_AGAIN, proposal_id=proposal_id, now=await ctx.now()) is not None
