"""profiles:breakFlow."""

from __future__ import annotations

from tests.members import Member
from tests.product import in_flow
from tests.world import Person, refusal

from inflow.flow_requests.queries import get_standing
from inflow.profiles.mutations import break_flow
from inflow.profiles.queries import get_profile, get_sync_flow_connections
from inflow.users.queries import get_aura_progress


async def test_both_lose_each_other_on_screens_already_open(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    cues = [await each.watch(get_sync_flow_connections, profile_id=each.profile_id) for each in (alice, bob)]
    own = await alice.watch(get_profile, user_id=alice.user_id)
    button = await bob.watch(get_standing, profile_id=alice.profile_id)
    progress = [await each.watch(get_aura_progress, user_id=each.user_id) for each in (alice, bob)]

    await bob.do(break_flow, profile_id=bob.profile_id, other_id=alice.profile_id)

    assert [cue.now.page for cue in cues] == [[], []]
    assert own.now is not None
    assert own.now.outgoing_sync_flows == []
    assert not button.now.synced
    assert [each.now.progress.sync_flowed for each in progress] == [0, 0]


async def test_they_may_ask_again(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    await alice.do(break_flow, profile_id=alice.profile_id, other_id=bob.profile_id)

    await in_flow(bob, alice)

    assert (await alice.see(get_standing, profile_id=bob.profile_id)).synced


async def test_where_there_is_no_flow_nothing_happens(alice: Member, bob: Member) -> None:
    for other in (bob.profile_id, alice.profile_id, "a" * 26):
        await alice.do(break_flow, profile_id=alice.profile_id, other_id=other)

    assert (await alice.see(get_aura_progress, user_id=alice.user_id)).progress.sync_flowed == 0


async def test_nobody_breaks_the_flow_of_others(alice: Member, bob: Member, carol: Member, stranger: Person) -> None:
    await in_flow(alice, bob)
    as_alice = {"profile_id": alice.profile_id, "other_id": bob.profile_id}

    assert await refusal(carol.do(break_flow, **as_alice)) == "forbidden"
    assert await refusal(stranger.do(break_flow, **as_alice)) == "unauthenticated"
    assert (await alice.see(get_standing, profile_id=bob.profile_id)).synced
