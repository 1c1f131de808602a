"""posts:editLook with a new crop of the same upload."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported
from tests.posts.edited_looks import (
    MIDDLE,
    OF_ANOTHER_FOTO,
    WARM,
    cut,
    discarded,
    edit,
    foto,
    in_ratio,
    medium_of,
    pipeline,
    seen,
    shown_as,
    world,
)
from tests.posts.test_checked_as_posted import DARKENED, Gate, gate, upload, workers

import photographs
from inflow.core.clock import utc_now
from inflow.grids.mutations import delete_grid
from inflow.grids.queries import get_user_grids
from inflow.media.images.crops import Crop, RequestedCut
from inflow.media.jobs import finish_medium
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.next_cuts import NEXT_CUT_KEPT_FOR, forget_old_next_cuts
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.posts.queries import get_cut, get_user_posts
from inflow.profiles.mutations import update_profile_image
from inflow.profiles.queries import get_profile

__all__ = ["gate", "pipeline", "workers", "world"]


async def test_a_new_crop_is_shown_on_open_pages_once_the_author_saves_it(
    alice: Member, bob: Member, pipeline: MediaPipeline
) -> None:
    posted = await foto(alice, pipeline, photographs.plain((40, 40, 40), width=1200, height=800))
    page = await bob.watch(get_user_posts, user_id=alice.user_id)
    crop = await alice.watch(get_cut, post_id=posted.id)

    url = await cut(alice, pipeline, posted)
    await bob.world.settle()
    assert (shown_as(page.now.page[0]), crop.now) == (shown_as(posted), None), "nothing shows it yet"

    assert await edit(alice, posted, imageUrl=url) is None

    await bob.world.settle()
    (shown,) = page.now.page
    assert (shown.image_url, shown.width, shown.height) == (url, 400, 600)
    assert crop.now == MIDDLE
    assert await bob.see(get_cut, post_id=posted.id) is None
    assert set(await discarded(bob.world, posted)) == {posted.image_url.rpartition("/")[2]}
    await finish_medium(pipeline, medium_of(posted))
    await bob.world.settle()
    assert [each.width for each in page.now.page[0].variants] == [160, 320, 400, 400]
    assert await pipeline.store.size(medium_of(posted), "original"), "the upload stays"


async def test_a_foto_can_show_its_whole_upload_again(alice: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline, photographs.plain((40, 40, 40), width=1200, height=800))
    await edit(alice, posted, imageUrl=await cut(alice, pipeline, posted))

    whole = await cut(alice, pipeline, posted, RequestedCut("landscape", Crop(0, 0, 1, 1)))
    assert await edit(alice, posted, imageUrl=whole) is None

    now = await seen(alice, posted)
    assert (now.width, now.height) == (1200, 800)


async def test_a_crop_is_judged_before_it_can_be_saved(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    posted = await foto(alice, pipeline)
    gate.allows_below = 0

    with pytest.raises(Exception, match="explicit content"):
        await cut(alice, pipeline, posted)

    gate.allows_below = 130
    assert shown_as(await seen(alice, posted)) == shown_as(posted)
    assert {name for (_, name) in await pipeline.store.objects(medium_of(posted))} == {
        "original",
        posted.image_url.rpartition("/")[2],
    }


async def test_a_crop_of_another_upload_is_refused(alice: Member, bob: Member, pipeline: MediaPipeline) -> None:
    posted, other = await foto(alice, pipeline), await foto(bob, pipeline)
    fresh = await upload(pipeline, alice)
    another = await store_cut(pipeline, alice.clerk_id, fresh.media_id, MIDDLE)

    for url in (another.image_url, fresh.image_url, other.image_url, "", "https://example.org/1080.jpg"):
        assert await edit(alice, posted, imageUrl=url) == OF_ANOTHER_FOTO
    assert shown_as(await seen(alice, posted)) == shown_as(posted)


async def test_only_the_newest_crop_can_be_saved(alice: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline)
    first, second = [await cut(alice, pipeline, posted) for _ in range(2)]
    replaced = {"code": "conflict", "message": "This foto was cropped again meanwhile. Please try again."}

    assert await edit(alice, posted, imageUrl=first) == replaced
    assert await edit(alice, posted, imageUrl=first, **WARM) == replaced
    assert await edit(alice, posted, imageUrl=second) is None

    assert (await seen(alice, posted)).image_url == second
    assert await edit(alice, posted, **WARM) == replaced, "the former crop is gone"
    assert first.rpartition("/")[2] in await discarded(alice.world, posted)


async def test_the_ratio_is_that_of_the_crop(alice: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline)
    upright = await cut(alice, pipeline, posted, in_ratio("vertical"))
    wrong = {"code": "invalid", "message": "This foto was cut to another ratio."}

    assert await edit(alice, posted, imageUrl=upright, ratio="horizontal") == wrong
    assert await edit(alice, posted, imageUrl=upright, ratio="vertical") is None
    assert await edit(alice, posted, imageUrl=upright, ratio="landscape") == wrong
    assert (await seen(alice, posted)).ratio == "vertical"


async def test_a_foto_keeps_the_ratio_that_its_grids_need(alice: Member, bob: Member, pipeline: MediaPipeline) -> None:
    fotos = [await foto(alice, pipeline) for _ in range(2)]
    made = await grid(alice, "landscape", [each.id for each in fotos])
    wall = await bob.watch(get_user_grids, user_id=alice.user_id)
    upright = await cut(alice, pipeline, fotos[0], in_ratio("vertical"))
    needed = {
        "code": "conflict",
        "message": "A grid with this foto needs its ratio. Keep the ratio, or delete the grid first.",
    }

    assert await edit(alice, fotos[0], imageUrl=upright, ratio="vertical") == needed
    assert shown_as(await seen(bob, fotos[0])) == shown_as(fotos[0])

    wide = await cut(alice, pipeline, fotos[0])
    assert await edit(alice, fotos[0], imageUrl=wide, **WARM) is None
    await bob.world.settle()
    shown = wall.now.page[0].images[0]
    assert (shown.image_url, shown.filter) == (wide, "juno"), "the grid follows"

    upright = await cut(alice, pipeline, fotos[0], in_ratio("vertical"))
    await alice.do(delete_grid, grid_id=made.id)
    assert await edit(alice, fotos[0], imageUrl=upright, ratio="vertical") is None


async def test_a_mixed_grid_allows_another_ratio_that_its_layout_has(alice: Member, pipeline: MediaPipeline) -> None:
    fotos = [await foto(alice, pipeline, ratio="horizontal") for _ in range(3)]
    await grid(alice, "layout1", [each.id for each in fotos])

    upright = [await cut(alice, pipeline, each, in_ratio("vertical")) for each in fotos[:2]]

    assert await edit(alice, fotos[0], imageUrl=upright[0], ratio="vertical") is None
    assert (await edit(alice, fotos[1], imageUrl=upright[1], ratio="vertical"))["code"] == "conflict"


async def test_what_was_reported_stays_until_it_is_copied(alice: Member, bob: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline)
    url = await cut(alice, pipeline, posted)
    case = await reported(bob, "post", posted.id)
    not_now = "The crop of this foto can't be changed right now. Please try again in a few minutes."

    assert await edit(alice, posted, imageUrl=url) == {"code": "conflict", "message": not_now}
    assert await edit(alice, posted, **WARM) is None

    async with alice.world.database.transaction() as connection:
        await connection.text("UPDATE cases SET photo = 'x' WHERE id = $1", case)
    assert await edit(alice, posted, imageUrl=url) is None


async def test_a_profile_with_the_same_photo_follows(alice: Member, bob: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline)
    await alice.do(update_profile_image, user_id=alice.user_id, image_url=posted.image_url)
    profile = await bob.watch(get_profile, user_id=alice.user_id)

    url = await cut(alice, pipeline, posted)
    assert await edit(alice, posted, imageUrl=url) is None

    await bob.world.settle()
    assert profile.now is not None
    assert profile.now.image_url == url


async def test_a_crop_that_its_author_does_not_save_is_deleted_after_an_hour(
    alice: Member, pipeline: MediaPipeline
) -> None:
    posted = await foto(alice, pipeline)
    url = await cut(alice, pipeline, posted)

    await forget_old_next_cuts(pipeline, utc_now() + NEXT_CUT_KEPT_FOR - timedelta(minutes=1))
    assert await discarded(alice.world, posted) == []
    await forget_old_next_cuts(pipeline, utc_now() + NEXT_CUT_KEPT_FOR + timedelta(minutes=1))

    assert url.rpartition("/")[2] in await discarded(alice.world, posted)
    assert (await edit(alice, posted, imageUrl=url))["code"] == "conflict"
    assert await edit(alice, posted, **WARM) is None


async def test_the_quota_does_not_grow_with_crops(alice: Member, pipeline: MediaPipeline) -> None:
    posted = await foto(alice, pipeline)
    crowded = replace(pipeline, quota=replace(pipeline.quota, quota=len(DARKENED)))

    assert await edit(alice, posted, imageUrl=await cut(alice, crowded, posted)) is None
