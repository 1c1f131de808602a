"""users:me, users:getUser, users:getCurrentNook, profiles:getProfile."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.world import Person, World, refusal

from inflow.profiles.mutations import create_profile
from inflow.profiles.queries import get_profile, get_profile_by_id
from inflow.users.mutations import create_user
from inflow.users.queries import get_current_nook, get_user, me
from reflow.values import encode


async def test_members_see_all_of_themselves(alice: Member) -> None:
    herself = await alice.see(me)

    assert herself is not None
    assert (herself.id, herself.profile_id, herself.nook) == (alice.user_id, alice.profile_id, "scenic")
    assert herself.email.endswith("@example.org")
    assert herself.date_of_birth == "1990-01-01"


async def test_others_see_neither_address_nor_birthday_nor_identity(alice: Member, bob: Member) -> None:
    seen = encode(await bob.see(get_user, clerk_id=alice.clerk_id))

    assert alice.user_id in seen
    assert "@example.org" not in seen
    assert "1990" not in seen
    assert alice.clerk_id not in seen
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


async def test_who_signed_up_is_created_already(alice: Member) -> None:
    herself = await alice.see(me)
    assert herself is not None
    given = {"clerk_id": alice.clerk_id, "email": herself.email, "date_of_birth": "1990-01-01"}
    name = {"username": alice.username, "full_name": "Alice Doe"}

    created = await alice.do(create_user, **given, **name)
    profile_id = await alice.do(create_profile, user_id=alice.user_id, image_url="", nook_type="sphere", **name)

    assert (created.id, created.email) == (alice.user_id, herself.email)
    assert profile_id == alice.profile_id
    assert await alice.see(me) == herself


@pytest.mark.parametrize("field", ["clerk_id", "email", "username", "full_name", "date_of_birth"])
async def test_nobody_is_created_by_a_call(alice: Member, bob: Member, field: str) -> None:
    own = {"email": f"{alice.username}@example.org", "username": alice.username, "full_name": "Alice Doe"}
    given = {"clerk_id": alice.clerk_id, "date_of_birth": "1990-01-01", **own}

    assert await refusal(alice.do(create_user, **{**given, field: "1991-01-01"})) == "forbidden"
    assert await refusal(bob.do(create_user, **given)) == "forbidden"


async def test_an_account_is_not_deleted_by_a_call(alice: Member) -> None:
    refused = await alice.send("users:deleteUser", userId=alice.user_id)

    assert refused is not None
    assert refused["code"] == "forbidden"
    assert "password" in refused["message"]
    assert await alice.see(me) is not None
