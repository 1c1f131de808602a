"""profiles:getProfile, getProfileById and getSyncFlowConnections."""

from __future__ import annotations

from tests.members import Member
from tests.posts.test_get_user_posts import flick
from tests.product import ask, block, in_flow, post
from tests.world import Person, refusal

from inflow.grids.mutations import create_grid
from inflow.members.rules import ProfileId
from inflow.profiles.queries import get_counts, get_profile, get_profile_by_id, get_sync_flow_connections
from inflow.profiles.views import ProfileCounts
from reflow.pagination import PaginationOpts
from reflow.values import encode

PRIVATE = ("notificationCount", "lastCheck", "outgoingSyncFlows", "incomingSyncFlows", "allowSyncflow")


async def test_ones_own_profile_has_more_in_it_than_that_of_others(alice: Member, bob: Member) -> None:
    own, others = [encode(await each.see(get_profile, user_id=alice.user_id)) for each in (alice, bob)]

    assert [field for field in PRIVATE if field in own] == list(PRIVATE)
    assert [field for field in PRIVATE if field in others] == []
    assert '"isCurator":false' in others.replace(" ", "")


async def test_the_count_of_what_is_unread_is_live_on_ones_own_profile(alice: Member, bob: Member) -> None:
    own = await alice.watch(get_profile_by_id, profile_id=alice.profile_id)

    await ask(bob, alice)

    assert own.now is not None
    assert own.now.notification_count == 1


async def test_counts_are_of_what_the_caller_sees(alice: Member, bob: Member, carol: Member, stranger: Person) -> None:
    for_bob = await bob.watch(get_counts, profile_id=alice.profile_id)
    for_carol = await carol.watch(get_counts, profile_id=alice.profile_id)
    assert for_bob.now == ProfileCounts(fotos=0, grids=0, flows=0)

    await in_flow(alice, bob)
    fotos = [await post(alice, "sphere"), await post(alice, "cue", post_type="cue")]
    await flick(alice, "moving")
    await alice.do(create_grid, user_id=alice.user_id, layout="landscape", image_ids=fotos, image_urls=[])

    assert for_bob.now == ProfileCounts(fotos=2, grids=1, flows=1)
    assert for_carol.now == ProfileCounts(fotos=1, grids=0, flows=1)

    await block(bob, carol)
    assert for_carol.now == ProfileCounts(fotos=1, grids=0, flows=0)

    await block(alice, carol)
    assert for_carol.now is None
    assert await carol.see(get_counts, profile_id=ProfileId("missing")) is None
    assert await refusal(stranger.see(get_counts, profile_id=alice.profile_id)) == "unauthenticated"


async def test_connections_come_newest_first_and_page_by_page(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    await in_flow(carol, alice)

    first = await bob.watch(
        get_sync_flow_connections, profile_id=alice.profile_id, pagination_opts=PaginationOpts(num_items=1)
    )
    second = await bob.watch(
        get_sync_flow_connections,
        profile_id=alice.profile_id,
        pagination_opts=PaginationOpts(num_items=1, cursor=first.now.continue_cursor),
    )

    assert [each.id for page in (first, second) for each in page.now.page] == [carol.profile_id, bob.profile_id]


async def test_ones_own_profile_names_the_newest_connections_first(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    await in_flow(alice, carol)

    own = await alice.see(get_profile, user_id=alice.user_id)

    assert own is not None
    assert own.outgoing_sync_flows == [carol.profile_id, bob.profile_id]


async def test_nobody_has_no_connections(alice: Member) -> None:
    assert (await alice.see(get_sync_flow_connections, profile_id="a" * 26)).page == []


async def test_a_stranger_sees_no_connections(alice: Member, stranger: Person) -> None:
    assert await refusal(stranger.see(get_sync_flow_connections, profile_id=alice.profile_id)) == "unauthenticated"
