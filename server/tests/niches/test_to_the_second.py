"""Curators and proposals one second before a deadline, and at the deadline."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from tests.clock import Clock
from tests.curators.deeds import does
from tests.members import Member
from tests.niches.edge import edge_shapers, new_name, propose, vote
from tests.product import on_the_edge
from tests.world import World, refusal

from inflow.curators.rules import GRIDS_TARGET, PHOTOS_TARGET, SYNCS_TARGET
from inflow.members.views import iso
from inflow.niches.jobs import close_ended_proposals
from inflow.niches.mutations import create_proposal
from inflow.niches.queries import get_active_proposal
from inflow.niches.rules import OPEN_FOR
from inflow.users.queries import validate_curator_status
from reflow.contrib.jobs import Worker


async def test_a_curator_shapes_the_edge_after_180_days_to_the_second(clock: Clock, alice: Member) -> None:
    await on_the_edge(alice, days=0)

    await clock.waits(days=180, seconds=-1)
    assert await refusal(propose(alice)) == "forbidden"
    assert not await alice.see(validate_curator_status, username=alice.username)

    await clock.waits(seconds=1)
    assert await alice.see(validate_curator_status, username=alice.username)
    await vote(alice, await propose(alice))


async def test_a_badge_that_was_earned_is_as_old_as_what_completed_it(clock: Clock, alice: Member) -> None:
    await clock.waits(days=30)
    await alice.do(does, user_id=alice.user_id, photos=PHOTOS_TARGET, grids=GRIDS_TARGET, syncs=SYNCS_TARGET - 1)
    await clock.waits(days=30)
    await alice.do(does, user_id=alice.user_id, syncs=1)

    await clock.waits(days=180, seconds=-1)
    assert await refusal(propose(alice)) == "forbidden"

    await alice.do(does, user_id=alice.user_id, photos=1)
    await clock.waits(seconds=1)
    assert (await propose(alice)).proposed_by == alice.username


async def test_a_proposal_is_open_for_seven_days_to_the_second(clock: Clock, world: World, bob: Member) -> None:
    first, second, third = await edge_shapers(world, 3)
    proposal = await propose(first)
    assert proposal.voting_ends == iso(clock.now + OPEN_FOR)

    await clock.waits(days=7, seconds=-1)
    assert (await vote(second, proposal)).votes == 1.5
    assert await second.send("niches:createProposal", name=new_name()) is not None
    assert await bob.see(get_active_proposal) is not None

    await clock.waits(seconds=1)
    assert await refusal(vote(third, proposal)) == "not_found"
    assert await bob.see(get_active_proposal) is None
    assert (await propose(third)).proposed_by == third.username


async def test_three_a_day_are_three_in_24_hours_to_the_second(clock: Clock, alice: Member) -> None:
    await on_the_edge(alice)
    for _ in range(3):
        await propose(alice)
        async with alice.world.database.transaction() as connection:
            await connection.text("UPDATE proposals SET status = 'expired'")

    await clock.waits(days=1, seconds=-1)
    assert await refusal(alice.do(create_proposal, name=new_name())) == "rate_limited"
    await clock.waits(seconds=1)
    assert (await propose(alice)).proposed_by == alice.username


@pytest.fixture
async def worker(world: World) -> Worker:
    """A worker for this job only; it deletes the jobs that other tests left."""
    async with world.database.transaction() as connection:
        await connection.text("DELETE FROM procrastinate_jobs")
    return Worker(world.database, {"close_ended_proposals": partial(close_ended_proposals, world.database)})


async def test_a_board_that_is_open_turns_when_the_time_is_over(
    clock: Clock, world: World, alice: Member, bob: Member, worker: Worker
) -> None:
    await on_the_edge(alice)
    await propose(alice)
    board = await bob.watch(get_active_proposal)
    await clock.waits(days=7, seconds=-1)
    working = asyncio.create_task(worker.run())
    assert board.now is not None

    await clock.set_to(clock.now + timedelta(seconds=1))
    async with asyncio.timeout(60):
        while board.now is not None:
            await world.engine.catch_up()
            await asyncio.sleep(0.05)

    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    await world.settle()
    assert board.now is None
