"""posts:createPost."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.product import post
from tests.world import Person, World, refusal

from inflow.media.tables import SET_CUT
from inflow.posts.mutations import create_post
from inflow.posts.queries import get_posts_by_nook, get_user_posts
from inflow.posts.rules import media_id_in
from inflow.users.queries import get_aura_progress

FOTO = {"ratio": "landscape", "nookType": "scenic", "caption": "Low tide", "postType": "sphere"}
SLIDERS = ("brightness", "contrast", "saturation")


async def test_it_appears_on_feeds_already_open(alice: Member, bob: Member) -> None:
    feed = await bob.watch(get_posts_by_nook, nook_type="scenic")

    await post(alice, "Low tide")

    newest = feed.now.page[0]
    assert (newest.caption, newest.user_id, newest.username.split("_")[0]) == ("Low tide", alice.user_id, "alice")
    assert (newest.width, newest.height) == (4000, 3000)


async def test_a_cue_post_is_on_no_strangers_feed(alice: Member, bob: Member) -> None:
    feed = await bob.watch(get_posts_by_nook, nook_type="scenic")

    posted = await post(alice, "for friends", post_type="cue")

    assert posted not in [each.id for each in feed.now.page]


async def test_a_stranger_cannot(stranger: Person, alice: Member) -> None:
    image_url = await alice.upload()

    refused = await stranger.send("posts:createPost", userId=alice.user_id, imageUrl=image_url, **FOTO)

    assert refused is not None
    assert refused["code"] == "unauthenticated"


async def test_nobody_posts_in_another_members_name(alice: Member, bob: Member) -> None:
    refused = await bob.send("posts:createPost", userId=alice.user_id, imageUrl=await bob.upload(), **FOTO)

    assert refused is not None
    assert refused["code"] == "forbidden"


async def test_another_members_upload_is_as_good_as_none(alice: Member, bob: Member) -> None:
    theirs = await bob.send("posts:createPost", userId=bob.user_id, imageUrl=await alice.upload(), **FOTO)
    nobodys = await bob.send("posts:createPost", userId=bob.user_id, imageUrl=f"/media/{'a' * 26}/1080.jpg", **FOTO)

    assert theirs == nobodys == {"code": "invalid", "message": "Please upload an image file"}


@pytest.mark.parametrize("image_url", ["", "https://elsewhere.example/a.jpg", "/media/../1080.jpg", "javascript:1"])
async def test_an_address_that_is_no_upload_is_refused(alice: Member, image_url: str) -> None:
    refused = await alice.send("posts:createPost", userId=alice.user_id, imageUrl=image_url, **FOTO)

    assert refused is not None
    assert refused["code"] == "invalid"


async def test_one_photo_is_posted_once(alice: Member) -> None:
    image_url = await alice.upload()
    assert await alice.send("posts:createPost", userId=alice.user_id, imageUrl=image_url, **FOTO) is None

    again = await alice.send("posts:createPost", userId=alice.user_id, imageUrl=image_url, **FOTO)

    assert again is not None
    assert again["code"] == "conflict"


async def test_videos_are_still_to_come(alice: Member) -> None:
    refused = await alice.send(
        "posts:createPost", userId=alice.user_id, imageUrl=await alice.upload(), isVideo=True, **FOTO
    )

    assert refused == {"code": "unsupported", "message": "Video Posts Coming Soon!"}


async def test_a_nook_of_others_is_refused(alice: Member) -> None:
    given = {**FOTO, "nookType": "lifestyle"}

    refused = await alice.send("posts:createPost", userId=alice.user_id, imageUrl=await alice.upload(), **given)

    assert refused == {"code": "invalid", "message": "You can only post to your own nook."}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("caption", "x" * 301),
        ("caption", 7),
        ("ratio", "round"),
        ("postType", "everybody"),
        ("altText", "x" * 1501),
        *[("adjustments", {slider: value}) for slider in SLIDERS for value in (-1, 201)],
        ("adjustments", {"brightness": 100, "sharpness": 100}),
        ("createdAt", "2000-01-01"),
        ("views", 1),
    ],
)
async def test_what_does_not_fit_is_refused_in_words_and_changes_nothing(
    alice: Member, field: str, value: object
) -> None:
    feed = await alice.watch(get_posts_by_nook, nook_type="scenic")
    before = feed.now.page
    given = {**FOTO, field: value}

    refused = await alice.send("posts:createPost", userId=alice.user_id, imageUrl=await alice.upload(), **given)

    assert refused is not None
    assert field in refused["message"]
    assert feed.now.page == before


async def test_a_caption_of_three_hundred_characters_fits(alice: Member) -> None:
    feed = await alice.watch(get_posts_by_nook, nook_type="scenic")

    await post(alice, "ü" * 300)

    assert feed.now.page[0].caption == "ü" * 300


async def test_it_counts_towards_the_badge(alice: Member) -> None:
    aura = await alice.watch(get_aura_progress, user_id=alice.user_id)

    await post(alice, "one")
    await post(alice, "two", post_type="cue")

    assert aura.now.progress.photos_uploaded == 2


async def cut(world: World, image_url: str) -> str:
    """Crop an upload to a landscape; the address of the crop. The media tests cover its pixels."""
    canvas, sharp = (
        {"name": f"abcdefghij-{name}", "width": width, "height": height, "type": "image/jpeg", "bytes": 1}
        for name, width, height in (("canvas.jpg", 350, 350), ("1080.jpg", 1080, 540))
    )
    wanted = {"ratio": "landscape", "crop": {"x": 0, "y": 0, "width": 0.5, "height": 0.25}, "rotation": 0}
    given = {
        "thumbhash": "I/gVHYJ1i3hviHiYaIh4h3lQlwQ1",
        "verdict": None,
        "cut": {"id": "abcdefghij", "wanted": wanted},
    }
    async with world.database.transaction() as connection:
        row = {"media_id": media_id_in(image_url), "width": 2000, "height": 1000, "renditions": [sharp, canvas]}
        await connection.rows(SET_CUT, {**row, **given})
    return image_url.replace("1080.jpg", "abcdefghij-canvas.jpg")


async def test_a_post_shows_the_canvas_and_lays_out_by_the_crop(alice: Member, world: World) -> None:
    address = await cut(world, await alice.upload())

    assert await alice.send("posts:createPost", userId=alice.user_id, imageUrl=address, **FOTO) is None

    posted = (await alice.see(get_user_posts, user_id=alice.user_id)).page[0]
    assert (posted.image_url, posted.width, posted.height) == (address, 2000, 1000)
    assert [(variant.width, variant.height) for variant in posted.variants] == [(1080, 540)]


@pytest.mark.parametrize("ratio", ["vertical", "horizontal"])
async def test_a_cut_is_posted_under_its_own_ratio_only(alice: Member, world: World, ratio: str) -> None:
    whole = await alice.upload()
    wall = await alice.watch(get_user_posts, user_id=alice.user_id)
    given = {"userId": alice.user_id, **FOTO}

    # The post shows the crop, whichever of the two addresses the call names.
    for address in (await cut(world, whole), whole):
        refused = await alice.send("posts:createPost", **{**given, "imageUrl": address, "ratio": ratio})
        assert refused == {"code": "invalid", "message": "This foto was cut to another ratio."}

    assert wall.now.page == []
    assert await alice.send("posts:createPost", **{**given, "imageUrl": whole}) is None


async def test_the_same_call_in_python_is_refused_the_same_way(alice: Member, bob: Member) -> None:
    image_url = await bob.upload()

    code = await refusal(
        bob.do(
            create_post,
            user_id=alice.user_id,
            image_url=image_url,
            ratio="landscape",
            nook_type="scenic",
            caption="",
            post_type="sphere",
        )
    )

    assert code == "forbidden"
