"""Which data of past requests is kept, and for how long."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.members import Member
from tests.product import ask, in_flow
from tests.world import World

from inflow.flow_requests.jobs import forget_settled_requests
from inflow.flow_requests.queries import get_outgoing
from inflow.flow_requests.rules import KEPT_FOR

KEPT = "SELECT status FROM flow_requests WHERE sender_id = $1"


async def test_what_was_settled_long_ago_is_forgotten_and_what_is_pending_stays(
    world: World, alice: Member, bob: Member, carol: Member
) -> None:
    await in_flow(alice, bob)
    await ask(alice, carol)
    outgoing = await alice.watch(get_outgoing, profile_id=alice.profile_id)

    await forget_settled_requests(world.database, datetime.now(UTC))
    assert sorted(await _kept(world, alice)) == ["accepted", "pending"]
    await forget_settled_requests(world.database, datetime.now(UTC) + KEPT_FOR + timedelta(minutes=1))
    await world.settle()

    assert await _kept(world, alice) == ["pending"]
    assert outgoing.now.total == 1


async def _kept(world: World, sender: Member) -> list[str]:
    async with world.database.connection() as connection:
        return [row.status for row in await connection.text(KEPT, sender.user_id)]
