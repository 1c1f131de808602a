"""flowRequests:accept, reject (Bounce) and cancel (detach)."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.product import ask, in_flow
from tests.world import Person, refusal

from inflow.flow_requests.mutations import accept, cancel, reject, request_sync
from inflow.flow_requests.queries import get_incoming, get_outgoing, get_standing
from inflow.flow_requests.rules import FlowRequestId
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.profiles.queries import get_profile, get_sync_flow_connections
from inflow.users.queries import get_aura_progress
from reflow.functions import Mutation


async def test_accepting_puts_both_in_flow_on_screens_already_open(alice: Member, bob: Member) -> None:
    request = await ask(alice, bob)
    cues = [await each.watch(get_sync_flow_connections, profile_id=each.profile_id) for each in (alice, bob)]
    circles = (
        await bob.watch(get_incoming, profile_id=bob.profile_id),
        await alice.watch(get_outgoing, profile_id=alice.profile_id),
    )
    button = await alice.watch(get_standing, profile_id=bob.profile_id)
    profiles = [await each.watch(get_profile, user_id=each.user_id) for each in (alice, bob)]

    accepted = await bob.do(accept, request_id=FlowRequestId(request))

    assert accepted.status == "accepted"
    assert [[each.id for each in cue.now.page] for cue in cues] == [[bob.profile_id], [alice.profile_id]]
    assert [circle.now.total for circle in circles] == [0, 0]
    assert (button.now.synced, button.now.outgoing) == (True, None)
    of_alice, of_bob = (profile.now for profile in profiles)
    assert of_alice is not None
    assert of_bob is not None
    assert (of_alice.outgoing_sync_flows, of_alice.incoming_sync_flows) == ([bob.profile_id], [])
    assert (of_bob.outgoing_sync_flows, of_bob.incoming_sync_flows) == ([], [alice.profile_id])


async def test_accepting_counts_a_sync_for_both(alice: Member, bob: Member) -> None:
    progress = [await each.watch(get_aura_progress, user_id=each.user_id) for each in (alice, bob)]

    await in_flow(alice, bob)

    assert [each.now.progress.sync_flowed for each in progress] == [1, 1]


async def test_accepting_tells_the_one_who_asked_and_takes_back_what_was_asked(alice: Member, bob: Member) -> None:
    request = await ask(alice, bob)
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)
    asked = await bob.watch(get_unread_count, profile_id=bob.profile_id)
    assert asked.now.sync_flow == 1

    await bob.do(accept, request_id=FlowRequestId(request))

    assert [(each.type, each.subject) for each in told.now.page] == [("sync_flow", "in_flow")]
    assert asked.now.total == 0


@pytest.mark.parametrize("way", [reject, cancel])
async def test_a_request_that_was_bounced_or_detached_is_gone_for_both_and_may_be_made_again(
    alice: Member, bob: Member, way: Mutation[..., None]
) -> None:
    request = await ask(alice, bob)
    incoming = await bob.watch(get_incoming, profile_id=bob.profile_id)
    outgoing = await alice.watch(get_outgoing, profile_id=alice.profile_id)
    unread = await bob.watch(get_unread_count, profile_id=bob.profile_id)

    await (bob if way is reject else alice).do(way, request_id=request)

    assert (incoming.now.requests, outgoing.now.requests, unread.now.total) == ([], [], 0)
    assert (await alice.see(get_notifications, profile_id=alice.profile_id)).page == []
    await alice.do(request_sync, sender_id=alice.profile_id, receiver_id=bob.profile_id)
    assert incoming.now.total == 1


@pytest.mark.parametrize("way", [accept, reject, cancel])
async def test_only_the_right_side_can_and_only_once(
    alice: Member, bob: Member, carol: Member, stranger: Person, way: Mutation[..., object]
) -> None:
    request = await ask(alice, bob)
    right, wrong = (alice, bob) if way is cancel else (bob, alice)
    missing = await right.send(way.path, requestId="a" * 26)

    assert await wrong.send(way.path, requestId=request) == missing
    assert await carol.send(way.path, requestId=request) == missing
    assert await refusal(stranger.do(way, request_id=request)) == "unauthenticated"
    await right.do(way, request_id=request)
    assert await right.send(way.path, requestId=request) == missing


async def test_what_was_settled_cannot_be_settled_differently(alice: Member, bob: Member) -> None:
    request = FlowRequestId(await ask(alice, bob))
    await alice.do(cancel, request_id=request)

    assert await refusal(bob.do(accept, request_id=request)) == "not_found"
    assert (await alice.see(get_sync_flow_connections, profile_id=alice.profile_id)).page == []
