"""profiles:blockUser, unblockUser and getBlockedUsers. test_canary.py checks the data that a block hides."""

from __future__ import annotations

from tests.members import Member
from tests.product import ask, block, in_flow
from tests.world import Person, refusal, refusal_in_words

from inflow.flow_requests.queries import check_pending, get_incoming, get_outgoing, get_standing
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.profiles.mutations import block_user, unblock_user
from inflow.profiles.queries import get_blocked_users, get_profile, get_profile_by_id, get_sync_flow_connections
from inflow.users.queries import get_aura_progress, get_current_nook, get_user


async def test_both_disappear_from_each_others_open_screens(alice: Member, bob: Member) -> None:
    profiles = [
        await alice.watch(get_profile_by_id, profile_id=bob.profile_id),
        await bob.watch(get_profile, user_id=alice.user_id),
        await bob.watch(get_user, clerk_id=alice.clerk_id),
    ]
    nook = await bob.watch(get_current_nook, clerk_id=alice.clerk_id)

    await block(alice, bob)

    assert [each.now for each in profiles] == [None, None, None]
    assert nook.now == "scenic"


async def test_a_connection_ends_for_both_and_is_counted_back(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    await in_flow(bob, carol)
    cues = [await each.watch(get_sync_flow_connections, profile_id=each.profile_id) for each in (alice, bob)]
    of_bob = await alice.watch(get_sync_flow_connections, profile_id=bob.profile_id)
    of_carol = await carol.watch(get_sync_flow_connections, profile_id=bob.profile_id)
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)

    await block(alice, bob)

    assert [[each.id for each in cue.now.page] for cue in cues] == [[], [carol.profile_id]]
    assert of_bob.now.page == []
    assert [each.id for each in of_carol.now.page] == [carol.profile_id]
    assert progress.now.progress.sync_flowed == 0


async def test_who_is_blocked_is_not_seen_among_anothers_connections(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, carol)
    await in_flow(bob, carol)
    seen = await bob.watch(get_sync_flow_connections, profile_id=carol.profile_id)
    assert [each.id for each in seen.now.page] == [bob.profile_id, alice.profile_id]

    await block(alice, bob)

    assert [each.id for each in seen.now.page] == [bob.profile_id]


async def test_pending_requests_and_what_was_told_of_them_are_taken_back(
    alice: Member, bob: Member, carol: Member
) -> None:
    await ask(alice, bob)
    await ask(carol, alice)
    incoming = await bob.watch(get_incoming, profile_id=bob.profile_id)
    unread = await bob.watch(get_unread_count, profile_id=bob.profile_id)
    outgoing = await carol.watch(get_outgoing, profile_id=carol.profile_id)
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)

    await block(bob, alice)
    await block(alice, carol)

    assert (incoming.now.total, unread.now.total, outgoing.now.total, told.now.page) == (0, 0, 0, [])
    assert not await alice.see(check_pending, sender_id=alice.profile_id, receiver_id=bob.profile_id)


async def test_unblocking_shows_them_again_and_restores_nothing(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    await block(alice, bob)
    tab = await alice.watch(get_blocked_users, profile_id=alice.profile_id)
    preview = await bob.watch(get_profile_by_id, profile_id=alice.profile_id)
    button = await bob.watch(get_standing, profile_id=alice.profile_id)
    assert [each.id for each in tab.now.page] == [bob.profile_id]

    await alice.do(unblock_user, blocker_id=alice.profile_id, blocked_id=bob.profile_id)

    assert tab.now.page == []
    assert preview.now is not None
    assert not button.now.synced


async def test_only_who_blocked_may_take_it_back(alice: Member, bob: Member) -> None:
    await block(alice, bob)

    await bob.do(unblock_user, blocker_id=bob.profile_id, blocked_id=alice.profile_id)

    assert await bob.see(get_profile, user_id=alice.user_id) is None
    assert await refusal(bob.do(unblock_user, blocker_id=alice.profile_id, blocked_id=bob.profile_id)) == "forbidden"


async def test_to_the_blocked_one_the_other_looks_as_if_not_there(alice: Member, bob: Member) -> None:
    await block(alice, bob)

    for path, own in (("profiles:blockUser", "blockerId"), ("profiles:unblockUser", "blockerId")):
        of_alice = await bob.send(path, **{own: bob.profile_id, "blockedId": alice.profile_id})
        of_nobody = await bob.send(path, **{own: bob.profile_id, "blockedId": "a" * 26})
        assert of_alice == of_nobody
    assert (await bob.see(get_blocked_users, profile_id=bob.profile_id)).page == []


async def test_twice_is_once(alice: Member, bob: Member) -> None:
    await block(alice, bob)
    await block(alice, bob)

    assert len((await alice.see(get_blocked_users, profile_id=alice.profile_id)).page) == 1
    for _ in range(2):
        await alice.do(unblock_user, blocker_id=alice.profile_id, blocked_id=bob.profile_id)
    assert await bob.see(get_profile, user_id=alice.user_id) is not None


async def test_nobody_blocks_themselves_or_in_anothers_name(
    alice: Member, bob: Member, carol: Member, stranger: Person
) -> None:
    assert await refusal_in_words(block(alice, alice)) == ("invalid", "You cannot block yourself.")
    as_alice = {"blocker_id": alice.profile_id, "blocked_id": bob.profile_id}
    assert await refusal(carol.do(block_user, **as_alice)) == "forbidden"
    assert await refusal(stranger.do(block_user, **as_alice)) == "unauthenticated"
    assert await refusal(carol.see(get_blocked_users, profile_id=alice.profile_id)) == "forbidden"
    assert await refusal(stranger.see(get_blocked_users, profile_id=alice.profile_id)) == "unauthenticated"
