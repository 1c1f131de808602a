"""Proposing the next nook, and voting on it."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import asyncpg
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.core.tables import INSTANT
from inflow.curators.access import require_edge_shaper
from inflow.members.nooks import add_nook
from inflow.niches.jobs import CLOSE_ENDED
from inflow.niches.nooks import all_nooks
from inflow.niches.queries import OPEN_PROPOSALS
from inflow.niches.rules import (
    ENOUGH,
    INAPPROPRIATE,
    MOST_A_DAY,
    NOT_OPEN,
    ONE_ALREADY,
    OPEN_FOR,
    VOTED,
    Name,
    ProposalId,
    check_name,
    next_hue,
    passes,
    votes,
)
from inflow.niches.tables import proposal_votes, proposals
from inflow.niches.views import Proposal, Voted, proposal_view
from inflow.policies.access import require_may_write
from inflow.profanity import Profanity
from reflow import HOUR, AppError, MutationCtx, RateLimit, mutation, statement

_DAY = timedelta(days=1)

COUNT_OF_PROPOSER = statement(
    sa.select(sa.func.count())
    .select_from(proposals)
    .where(
        proposals.c.proposed_by == bindparam("proposed_by"),
        proposals.c.created_at > bindparam("since", type_=INSTANT),
    )
)
ADD_PROPOSAL = statement(
    sa.insert(proposals).values(
        {name: bindparam(name) for name in ("id", "name", "proposed_by", "created_at", "voting_ends")}
    )
)
ADD_VOTE = statement(
    sa.insert(proposal_votes).values(proposal_id=bindparam("proposal_id"), voter_id=bindparam("voter_id"))
)
COUNT_VOTE = statement(
    sa.update(proposals)
    .where(
        proposals.c.id == bindparam("proposal_id"),
        proposals.c.status == "open",
        proposals.c.voting_ends > bindparam("now", type_=INSTANT),
    )
    .values(voters=proposals.c.voters + 1)
    .returning(proposals.c.name, proposals.c.voters)
)
PASS = statement(sa.update(proposals).where(proposals.c.id == bindparam("proposal_id")).values(status="passed"))


@mutation(rate_limit=RateLimit((20, HOUR)))
async def create_proposal(ctx: MutationCtx, *, name: Name) -> Proposal:
    """Propose the next nook, for the curators to vote on within seven days."""
    member = await require_edge_shaper(ctx)
    await require_may_write(ctx, member)
    if ctx.get(Profanity).in_name_of_nook(name):
        raise AppError("invalid", INAPPROPRIATE)
    proposed = check_name(name, [nook.name for nook in await ctx.run(all_nooks)])
    now = await ctx.now()
    if await ctx.value(COUNT_OF_PROPOSER, proposed_by=member.id, since=now - _DAY) >= MOST_A_DAY:
        raise AppError("rate_limited", ENOUGH)
    await ctx.execute(CLOSE_ENDED)
    given = {"id": new_id(), "name": proposed, "created_at": now, "voting_ends": now + OPEN_FOR}
    try:
        await ctx.execute(ADD_PROPOSAL, proposed_by=member.id, **given)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", ONE_ALREADY) from None
    await ctx.defer_until(now + OPEN_FOR, "close_ended_proposals")
    (row,) = await ctx.rows(OPEN_PROPOSALS)
    return proposal_view(row, is_proposer_seen=True, has_voted=False, can_vote=True)


@mutation
async def vote_on_proposal(ctx: MutationCtx, *, proposal_id: ProposalId, vote: Literal[True]) -> Voted:
    """Vote for the open proposal, once. With the vote that reaches the target, its name becomes a nook."""
    del vote
    member = await require_edge_shaper(ctx)
    counted = await ctx.row(COUNT_VOTE, proposal_id=proposal_id, now=await ctx.now())
    if counted is None:
        raise AppError("not_found", NOT_OPEN)
    try:
        await ctx.execute(ADD_VOTE, proposal_id=proposal_id, voter_id=member.id)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", VOTED) from None
    if passes(counted.voters):
        await _pass(ctx, proposal_id, counted.name)
    return Voted(votes=votes(counted.voters), passed=passes(counted.voters))


async def _pass(ctx: MutationCtx, proposal_id: ProposalId, name: str) -> None:
    await ctx.execute(PASS, proposal_id=proposal_id)
    await add_nook(ctx, name, next_hue([nook.hue for nook in await ctx.run(all_nooks)]))
