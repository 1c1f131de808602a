"""flowRequests:requestSync, and the checks before it."""

from __future__ import annotations

from tests.members import Member
from tests.product import ask, block, in_flow
from tests.world import Person, refusal

from inflow.flow_requests.mutations import accept, request_sync
from inflow.flow_requests.queries import (
    check_existing_request,
    check_pending,
    get_incoming,
    get_outgoing,
    get_standing,
    get_standings,
)
from inflow.notifications.queries import get_notifications
from inflow.profiles.mutations import update_privacy
from inflow.profiles.queries import get_profile_by_id, get_sync_flow_connections

NOT_SENT = {"code": "not_found", "message": "This request could not be sent."}


async def test_it_appears_on_both_sides_at_once(alice: Member, bob: Member) -> None:
    incoming = await bob.watch(get_incoming, profile_id=bob.profile_id)
    outgoing = await alice.watch(get_outgoing, profile_id=alice.profile_id)
    button = await alice.watch(get_standing, profile_id=bob.profile_id)
    told = await bob.watch(get_notifications, profile_id=bob.profile_id)

    asked = await alice.do(request_sync, sender_id=alice.profile_id, receiver_id=bob.profile_id)

    assert incoming.now == outgoing.now
    assert (incoming.now.total, incoming.now.next_cursor) == (1, None)
    (request,) = incoming.now.requests
    assert (request.id, request.status, asked.status) == (asked.id, "pending", "pending")
    assert (request.sender.profile_id, request.receiver.profile_id) == (alice.profile_id, bob.profile_id)
    assert button.now.outgoing == asked.id
    (notification,) = told.now.page
    assert notification.sender is not None
    assert (notification.type, notification.subject, notification.sender.id) == ("sync_flow", "asked", alice.profile_id)


async def test_the_standings_of_several_members_follow_changes(
    alice: Member, bob: Member, carol: Member, stranger: Person
) -> None:
    ids = [bob.profile_id, carol.profile_id, bob.profile_id]
    shown = await alice.watch(get_standings, profile_ids=ids)
    assert {each.profile_id: each.synced for each in shown.now} == {bob.profile_id: False, carol.profile_id: False}

    asked = await ask(alice, bob)
    asking = await ask(carol, alice)
    by_id = {each.profile_id: each for each in shown.now}
    assert (by_id[bob.profile_id].outgoing, by_id[bob.profile_id].incoming) == (asked, None)
    assert (by_id[carol.profile_id].outgoing, by_id[carol.profile_id].incoming) == (None, asking)

    await bob.do(accept, request_id=asked)
    assert [each.profile_id for each in shown.now if each.synced] == [bob.profile_id]
    assert [each.outgoing for each in shown.now] == [None, None]

    await block(carol, alice)
    assert [each.profile_id for each in shown.now] == [bob.profile_id]
    assert await alice.see(get_standings, profile_ids=["missing"]) == []  # type: ignore[list-item]  # no member has this id
    assert await refusal(stranger.see(get_standings, profile_ids=[])) == "unauthenticated"


async def test_the_wire_speaks_as_the_specification_does(alice: Member, bob: Member) -> None:
    assert await alice.send("flowRequests:requestSync", sender_id=alice.profile_id, receiver_id=bob.profile_id) is None

    assert await bob.see(check_pending, sender_id=alice.profile_id, receiver_id=bob.profile_id)
    assert not await bob.see(check_pending, sender_id=bob.profile_id, receiver_id=alice.profile_id)
    for one, other in ((alice, bob), (bob, alice)):
        found = await alice.see(check_existing_request, profile1_id=one.profile_id, profile2_id=other.profile_id)
        assert found is not None


async def test_asking_twice_is_refused_in_the_specifications_words(alice: Member, bob: Member) -> None:
    await ask(alice, bob)

    again = await alice.send("flowRequests:requestSync", sender_id=alice.profile_id, receiver_id=bob.profile_id)

    assert again == {"code": "conflict", "message": "This user is in your syncflow bucket"}
    assert (await bob.see(get_incoming, profile_id=bob.profile_id)).total == 1


async def test_asking_back_is_a_yes(alice: Member, bob: Member) -> None:
    await ask(alice, bob)
    cues = await alice.watch(get_sync_flow_connections, profile_id=alice.profile_id)

    answered = await bob.do(request_sync, sender_id=bob.profile_id, receiver_id=alice.profile_id)

    assert answered.status == "accepted"
    assert [each.id for each in cues.now.page] == [bob.profile_id]


async def test_nobody_asks_themselves(alice: Member) -> None:
    refused = await alice.send("flowRequests:requestSync", sender_id=alice.profile_id, receiver_id=alice.profile_id)

    assert refused == {"code": "invalid", "message": "You cannot syncflow with yourself."}


async def test_nobody_asks_whom_they_are_in_flow_with(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)

    refused = await bob.send("flowRequests:requestSync", sender_id=bob.profile_id, receiver_id=alice.profile_id)

    assert refused == {"code": "conflict", "message": "You are in flow already."}


async def test_who_takes_no_requests_looks_like_who_blocked_and_like_nobody(
    alice: Member, bob: Member, carol: Member
) -> None:
    await bob.do(update_privacy, profile_id=bob.profile_id, allow_syncflow=False)
    await block(carol, alice)

    for other in (bob.profile_id, carol.profile_id, "a" * 26):
        refused = await alice.send("flowRequests:requestSync", sender_id=alice.profile_id, receiver_id=other)
        assert refused == NOT_SENT
    assert (await bob.see(get_incoming, profile_id=bob.profile_id)).total == 0


async def test_the_toggle_is_kept_and_shown_to_oneself_only(alice: Member, bob: Member) -> None:
    own = await bob.watch(get_profile_by_id, profile_id=bob.profile_id)
    assert own.now is not None
    assert own.now.allow_syncflow is True

    await bob.do(update_privacy, profile_id=bob.profile_id, allow_syncflow=False)

    theirs = await alice.see(get_profile_by_id, profile_id=bob.profile_id)
    assert own.now.allow_syncflow is False
    assert theirs is not None
    assert not isinstance(theirs.allow_syncflow, bool)
    assert await refusal(alice.do(update_privacy, profile_id=bob.profile_id, allow_syncflow=True)) == "forbidden"


async def test_nobody_asks_or_looks_in_anothers_name(alice: Member, bob: Member, carol: Member) -> None:
    await ask(alice, bob)
    as_alice = request_sync, {"sender_id": alice.profile_id, "receiver_id": carol.profile_id}

    assert await refusal(carol.do(as_alice[0], **as_alice[1])) == "forbidden"
    for circle in (get_incoming, get_outgoing):
        assert await refusal(carol.see(circle, profile_id=alice.profile_id)) == "forbidden"
    between = {"profile1_id": alice.profile_id, "profile2_id": bob.profile_id}
    assert await refusal(carol.see(check_existing_request, **between)) == "forbidden"
    pair = {"sender_id": alice.profile_id, "receiver_id": bob.profile_id}
    assert await refusal(carol.see(check_pending, **pair)) == "forbidden"


async def test_a_stranger_asks_nobody(alice: Member, bob: Member, stranger: Person) -> None:
    asking = stranger.do(request_sync, sender_id=alice.profile_id, receiver_id=bob.profile_id)

    assert await refusal(asking) == "unauthenticated"
    assert await refusal(stranger.see(get_incoming, profile_id=alice.profile_id)) == "unauthenticated"
    assert await refusal(stranger.see(get_standing, profile_id=alice.profile_id)) == "unauthenticated"
