"""profiles:updateQuote, profiles:updateProfileImage and profiles:updateProfile."""

from __future__ import annotations

import pytest
from tests.full_names import REAL, SPEAKING_FOR_THE_PRODUCT
from tests.members import Member
from tests.product import block, post
from tests.world import Person, World, refusal

from inflow.posts.queries import get_posts_by_nook
from inflow.posts.visibility import may_see
from inflow.profiles.mutations import update_profile, update_profile_image, update_quote
from inflow.profiles.queries import get_profile_by_id, search

HIDDEN_CHARACTERS = ("\u3164 \u3164", "Alice \u034f", "Alice \u2800", "Alice A\u034fda", "Alice\u202e Ada")


async def test_a_quote_is_seen_at_once_and_an_empty_one_is_ignored(alice: Member, bob: Member) -> None:
    seen = await bob.watch(get_profile_by_id, profile_id=alice.profile_id)

    await alice.do(update_quote, profile_id=alice.profile_id, quote="  Tide waits for no one  ")
    assert seen.now is not None
    assert seen.now.quote == "Tide waits for no one"

    await alice.do(update_quote, profile_id=alice.profile_id, quote="   ")
    assert seen.now.quote == "Tide waits for no one"


async def test_what_is_no_quote_is_refused(alice: Member, bob: Member, stranger: Person) -> None:
    given = {"profileId": alice.profile_id, "quote": "fine"}
    rude = await alice.send("profiles:updateQuote", **{**given, "quote": "what the fuck"})
    too_long = await alice.send("profiles:updateQuote", **{**given, "quote": "x" * 101})
    others = await bob.send("profiles:updateQuote", **given)
    unknown = await alice.send("profiles:updateQuote", **given, isCurator=True)
    strangers = await stranger.send("profiles:updateQuote", **given)

    assert rude == {"code": "invalid", "message": "avoid writing something offensive"}
    assert [each and each["code"] for each in (too_long, others, unknown, strangers)] == [
        "invalid",
        "forbidden",
        None,
        "unauthenticated",
    ]
    profile = await alice.see(get_profile_by_id, profile_id=alice.profile_id)
    assert profile is not None
    assert profile.quote == ""


async def test_a_picture_is_seen_everywhere_by_whom_the_member_is_seen(
    world: World, alice: Member, bob: Member
) -> None:
    await post(alice, "Low tide")
    feed = await bob.watch(get_posts_by_nook, nook_type="scenic")
    seen = await bob.watch(get_profile_by_id, profile_id=alice.profile_id)
    upload = await alice.upload()
    media_id = upload.split("/")[2]
    assert not await may_see(world.database, bob.clerk_id, media_id)

    url = await alice.do(update_profile_image, user_id=alice.user_id, image_url=upload)

    assert url == upload
    assert seen.now is not None
    assert (seen.now.image_url, feed.now.page[0].user_avatar) == (url, url)
    assert await may_see(world.database, bob.clerk_id, media_id)

    await block(alice, bob)
    assert not await may_see(world.database, bob.clerk_id, media_id)


async def test_the_picture_before_is_removed(world: World, alice: Member) -> None:
    first, second = await alice.upload(), await alice.upload()
    await alice.do(update_profile_image, user_id=alice.user_id, image_url=first)
    await alice.do(update_profile_image, user_id=alice.user_id, image_url=second)
    await alice.do(update_profile_image, user_id=alice.user_id, image_url=second)

    async with world.database.connection() as connection:
        jobs = await connection.text(
            "SELECT args->>'media_id' AS media_id FROM procrastinate_jobs WHERE task_name = 'remove_unused_media'"
        )
    ids = [row.media_id for row in jobs]
    assert (ids.count(first.split("/")[2]), ids.count(second.split("/")[2])) == (1, 0)


async def test_only_ones_own_upload_and_not_a_large_one(world: World, alice: Member, bob: Member) -> None:
    large = await alice.upload()
    async with world.database.transaction() as connection:
        await connection.text("UPDATE media SET byte_size = 5242880 WHERE id = $1 RETURNING 1", large.split("/")[2])

    async def refused(**given: object) -> object:
        return await alice.send("profiles:updateProfileImage", **{"userId": alice.user_id, **given})

    assert await refused(imageUrl=large) == {"code": "too_large", "message": "Image size must be less than 5MB"}
    assert await refused(imageUrl="") == {"code": "invalid", "message": "No file selected or user not found"}
    for url in (await bob.upload(), f"/media/{'a' * 26}/1080.jpg", "https://elsewhere.example/a.jpg", "javascript:1"):
        assert await refused(imageUrl=url) == {"code": "invalid", "message": "Please upload an image file"}


@pytest.mark.parametrize("who", ["bob", "stranger"])
async def test_nobody_changes_anothers_picture(alice: Member, bob: Member, stranger: Person, who: str) -> None:
    person = {"bob": bob, "stranger": stranger}[who]

    code = await refusal(person.do(update_profile_image, user_id=alice.user_id, image_url=await bob.upload()))

    assert code == {"bob": "forbidden", "stranger": "unauthenticated"}[who]


async def test_a_new_name_is_seen_and_found_at_once(alice: Member, bob: Member, stranger: Person) -> None:
    await post(alice, "Low tide")
    feed = await bob.watch(get_posts_by_nook, nook_type="scenic")
    found = await bob.watch(search, text="Xanthippe Quill")

    await alice.do(update_profile, profile_id=alice.profile_id, full_name=" Xanthippe  Quill ")
    await alice.do(update_profile, profile_id=alice.profile_id)

    assert feed.now.page[0].full_name == "Xanthippe Quill"
    assert [each.id for each in found.now.page] == [alice.profile_id]
    given = {"profileId": alice.profile_id, "fullName": "Xanthippe"}
    refusals = [await each.send("profiles:updateProfile", **given) for each in (alice, bob, stranger)]
    assert [each and each["code"] for each in refusals] == ["invalid", "forbidden", "unauthenticated"]


@pytest.mark.parametrize(
    ("name", "message"),
    [(name, "Inappropriate language detected. Please revise your input.") for name in SPEAKING_FOR_THE_PRODUCT]
    + [(name, "Names can only contain letters and spaces") for name in HIDDEN_CHARACTERS],
)
async def test_a_member_cannot_take_a_name_that_speaks_for_the_product_or_hides_characters(
    alice: Member, bob: Member, name: str, message: str
) -> None:
    seen = await bob.watch(get_profile_by_id, profile_id=alice.profile_id)

    answer = await alice.send("profiles:updateProfile", profileId=alice.profile_id, fullName=name)

    assert answer == {"code": "invalid", "message": message, "field": "fullName"}
    assert seen.now is not None
    assert seen.now.full_name == "Alice Doe"


@pytest.mark.parametrize("name", REAL)
async def test_a_member_can_take_a_real_name_of_any_script(alice: Member, bob: Member, name: str) -> None:
    seen = await bob.watch(get_profile_by_id, profile_id=alice.profile_id)

    await alice.do(update_profile, profile_id=alice.profile_id, full_name=name)

    assert seen.now is not None
    assert seen.now.full_name == name
