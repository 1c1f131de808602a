"""Curators who may propose nooks, and their proposals."""

from __future__ import annotations

import itertools

from tests.members import Member
from tests.product import on_the_edge
from tests.world import World

from inflow.niches.mutations import create_proposal, vote_on_proposal
from inflow.niches.views import Proposal, Voted

DAYS_PASS = """
    UPDATE proposals SET created_at = created_at - make_interval(days => $2),
                         voting_ends = voting_ends - make_interval(days => $2) WHERE id = $1
"""
_NUMBERS = itertools.count()


async def edge_shapers(world: World, count: int) -> list[Member]:
    """This many members who have been curators for 180 days."""
    return [await on_the_edge(await Member.sign_up(world, f"edge{number}")) for number in range(count)]


def new_name() -> str:
    """A name that no nook has: all tests share one database, and digits in a name could be read as letters."""
    number, syllables = next(_NUMBERS), ["lo", "mi", "ra", "ne", "vu"]
    return "tide " + "".join(syllables[number // 5**place % 5] for place in range(6))


async def propose(member: Member, name: str | None = None) -> Proposal:
    """Have a curator propose a nook."""
    return await member.do(create_proposal, name=name or new_name())


async def vote(member: Member, proposal: Proposal) -> Voted:
    """Have a curator vote."""
    return await member.do(vote_on_proposal, proposal_id=proposal.id, vote=True)


async def days_pass(world: World, proposal: Proposal, days: int) -> None:
    """Let days pass since the proposal was made, by the database's clock."""
    async with world.database.transaction() as connection:
        await connection.text(DAYS_PASS, proposal.id, days)
    await world.settle()
