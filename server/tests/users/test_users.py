"""users:me, users:getUser, users:getCurrentNook, profiles:getProfile."""

from __future__ import annotations

from tests.members import Member
from tests.world import Person, World, refusal

from inflow.profiles.queries import get_profile, get_profile_by_id, me
from inflow.users.queries import get_current_nook, get_user
from reflow.values import encode


async def test_members_see_all_of_themselves(alice: Member) -> None:
    herself = await alice.see(me)

    assert herself is not None
    assert (herself.id, herself.profile_id, herself.nook) == (alice.user_id, alice.profile_id, "scenic")
    assert herself.email.endswith("@example.org")
    assert herself.date_of_birth == "1990-01-01"


async def test_others_see_neither_address_nor_birthday(alice: Member, bob: Member) -> None:
    seen = encode(await bob.see(get_user, clerk_id=alice.clerk_id))

    assert alice.user_id in seen
    assert "@example.org" not in seen
    assert "1990" not in seen
    assert "lastNookChange" not in seen


async def test_somebody_who_does_not_exist_is_null(alice: Member) -> None:
    assert await alice.see(get_user, clerk_id="a" * 26) is None
    assert await alice.see(get_profile, user_id="a" * 26) is None
    assert await alice.see(get_profile_by_id, profile_id="a" * 26) is None
    assert await alice.see(get_current_nook, clerk_id="a" * 26) == "scenic"


async def test_a_profile_is_found_by_user_and_by_its_own_id(alice: Member, bob: Member) -> None:
    by_user = await bob.see(get_profile, user_id=alice.user_id)
    by_id = await bob.see(get_profile_by_id, profile_id=alice.profile_id)

    assert by_user is not None
    assert by_user == by_id
    assert by_user.nook_type == "scenic"


async def test_a_session_without_a_member_is_nobody(world: World) -> None:
    assert await Person(world, "somebody whose sign-up was never finished").see(me) is None


async def test_strangers_are_nobody_and_see_nobody(alice: Member, stranger: Person) -> None:
    assert await stranger.see(me) is None
    assert await refusal(stranger.see(get_user, clerk_id=alice.clerk_id)) == "unauthenticated"
    assert await refusal(stranger.see(get_profile, user_id=alice.user_id)) == "unauthenticated"
