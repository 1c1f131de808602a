"""All members send their calls at the same moment: one succeeds, and the rows are as after one call at a time."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.members import Member
from tests.product import ask
from tests.world import World

from inflow.flow_requests.mutations import accept, cancel, reject, request_sync
from inflow.flow_requests.queries import get_incoming, get_outgoing
from inflow.profiles.mutations import block_user, break_flow
from inflow.profiles.queries import get_sync_flow_connections
from inflow.users.queries import get_aura_progress
from reflow.errors import AppError
from reflow.functions import Mutation

CALLERS = 50
BETWEEN = """
    SELECT (SELECT count(*) FROM flow_requests
            WHERE status = 'pending' AND sender_id = ANY($1) AND receiver_id = ANY($1))
         + (SELECT count(*) FROM connections WHERE member_id = ANY($1) AND other_id = ANY($1)) AS rows
"""
"""Rows that lists hide under a block and would show again after it."""


async def _at_once(world: World, calls: list[tuple[Member, Mutation[..., Any], dict[str, Any]]]) -> list[str | None]:
    """Send all of these at once; for each call the refusal's code, or None."""

    async def outcome(who: Member, mutation: Mutation[..., Any], given: dict[str, Any]) -> str | None:
        try:
            await world.engine.run_mutation(mutation, mutation.complete(given), who.identity)
        except AppError as error:
            return error.code
        return None

    outcomes = await asyncio.gather(*(outcome(*call) for call in calls))
    await world.settle()
    return outcomes


def _asking(one: Member, other: Member) -> tuple[Member, Mutation[..., Any], dict[str, Any]]:
    return one, request_sync, {"sender_id": one.profile_id, "receiver_id": other.profile_id}


async def test_fifty_requests_of_one_pair_are_one(world: World, alice: Member, bob: Member) -> None:
    outcomes = await _at_once(world, [_asking(alice, bob)] * CALLERS)

    assert outcomes.count(None) == 1
    assert set(outcomes) == {None, "conflict"}
    assert (await bob.see(get_incoming, profile_id=bob.profile_id)).total == 1


async def test_two_who_ask_each_other_are_in_flow_once(world: World, alice: Member, bob: Member) -> None:
    outcomes = await _at_once(world, [_asking(alice, bob), _asking(bob, alice)] * (CALLERS // 2))

    assert outcomes.count(None) == 2
    assert set(outcomes) == {None, "conflict"}
    for one, other in ((alice, bob), (bob, alice)):
        cues = await one.see(get_sync_flow_connections, profile_id=one.profile_id)
        assert [each.id for each in cues.page] == [other.profile_id]
        assert (await one.see(get_aura_progress, user_id=one.user_id)).progress.sync_flowed == 1
        assert (await one.see(get_outgoing, profile_id=one.profile_id)).total == 0


async def test_a_request_is_settled_once(world: World, alice: Member, bob: Member) -> None:
    request = {"request_id": await ask(alice, bob)}
    ways: list[tuple[Member, Mutation[..., Any]]] = [(bob, accept), (bob, reject), (alice, cancel)]

    outcomes = await _at_once(world, [(*ways[number % 3], request) for number in range(CALLERS)])

    assert outcomes.count(None) == 1
    assert set(outcomes) == {None, "not_found"}
    accepted = outcomes.index(None) % 3 == 0
    assert len((await alice.see(get_sync_flow_connections, profile_id=alice.profile_id)).page) == accepted


async def test_breaking_accepting_blocking_and_asking_leave_nothing_between_them(
    world: World, alice: Member, bob: Member
) -> None:
    accepting = bob, accept, {"request_id": await ask(alice, bob)}
    breaking = bob, break_flow, {"profile_id": bob.profile_id, "other_id": alice.profile_id}
    blocking = alice, block_user, {"blocker_id": alice.profile_id, "blocked_id": bob.profile_id}

    deeds = [accepting, breaking, _asking(bob, alice), blocking, _asking(alice, bob)]
    await _at_once(world, deeds * (CALLERS // len(deeds)))

    for each in (alice, bob):
        assert (await each.see(get_sync_flow_connections, profile_id=each.profile_id)).page == []
        assert (await each.see(get_incoming, profile_id=each.profile_id)).total == 0
        assert (await each.see(get_outgoing, profile_id=each.profile_id)).total == 0
        assert (await each.see(get_aura_progress, user_id=each.user_id)).progress.sync_flowed == 0
    async with world.database.connection() as connection:
        (left,) = await connection.text(BETWEEN, [alice.user_id, bob.user_id])
    assert left.rows == 0
