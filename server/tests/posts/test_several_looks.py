"""Several fotos in one post: each has its own crop, filter, adjustments and full size, and each is checked as shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import UNSET
from tests.members import Member
from tests.posts.edited_looks import MISSING, REVEALING, UNTOUCHED, WARM, in_ratio, medium_of, pipeline, seen, world
from tests.posts.test_checked_as_posted import DARKENED, REFUSED, Gate, gate, posts_of, refusals, upload, workers

import photographs
from inflow.media.images.crops import Crop, RequestedCut
from inflow.media.jobs import finish_medium
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.posts.queries import get_cut, get_further_fotos, get_user_posts
from inflow.posts.views import Post, PostFoto

__all__ = ["gate", "pipeline", "workers", "world"]

PART = RequestedCut("vertical", Crop(0.25, 0.25, 0.5, 0.5))


async def two(member: Member, pipeline: MediaPipeline, content: bytes = DARKENED, **look: Any) -> tuple[Post, PostFoto]:
    """Post two fotos at once; `look` is of the second."""
    refused = await _post(member, [(await upload(pipeline, member, content)).image_url for _ in range(2)], **look)
    assert refused is None
    (posted,) = await _all(member)
    (second,) = await member.see(get_further_fotos, post_id=posted.id)
    return posted, second


async def test_each_is_checked_as_it_will_be_shown(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    urls = [(await upload(pipeline, alice)).image_url for _ in range(2)]
    gate.allows_below = 60

    assert await _post(alice, urls, **REVEALING) == {**REFUSED, "place": 1}

    assert await posts_of(alice) == 0
    assert [row["kind"] for row in await refusals(alice)] == ["explicit"]
    assert gate.judged[-1] == pytest.approx(80, abs=2)
    assert await _post(alice, urls, **WARM) is None


async def test_a_look_that_was_judged_on_another_crop_is_refused(alice: Member, pipeline: MediaPipeline) -> None:
    first, second = [await upload(pipeline, alice) for _ in range(2)]
    await store_cut(pipeline, alice.clerk_id, second.media_id, PART)
    urls = [first.image_url, second.image_url]

    refused = await _post(alice, urls, ratio="vertical", **WARM)

    assert refused is not None
    assert refused["code"] == "unverified"
    assert await posts_of(alice) == 0


async def test_each_ratio_must_be_the_ratio_of_its_crop(alice: Member, pipeline: MediaPipeline) -> None:
    first, second = [await upload(pipeline, alice) for _ in range(2)]
    cut = await store_cut(pipeline, alice.clerk_id, second.media_id, PART)

    refused = await _post(alice, [first.image_url, cut.image_url], ratio="landscape")

    assert refused == {"code": "invalid", "message": "This foto was cut to another ratio."}
    assert await _post(alice, [first.image_url, cut.image_url], ratio="vertical") is None


async def test_the_second_ones_look_and_crop_change_on_open_pages(
    alice: Member, bob: Member, pipeline: MediaPipeline
) -> None:
    posted, second = await two(alice, pipeline)
    fotos = await bob.watch(get_further_fotos, post_id=posted.id)
    cut = await store_cut(pipeline, alice.clerk_id, _medium(second), PART)

    assert await _edit(alice, posted, second, imageUrl=cut.image_url, ratio="vertical", **WARM) is None

    await bob.world.settle()
    (shown,) = fotos.now
    assert (shown.image_url, shown.ratio, shown.filter) == (cut.image_url, "vertical", "juno")
    first = await seen(bob, posted)
    assert (first.image_url, first.filter, first.ratio) == (posted.image_url, "none", posted.ratio)
    assert first.edited_at is not UNSET
    assert await alice.see(get_cut, post_id=posted.id, place=1) == PART
    assert await alice.see(get_cut, post_id=posted.id) is None
    assert await bob.see(get_cut, post_id=posted.id, place=1) is None


async def test_what_the_check_refuses_leaves_the_second_one_as_it_was(
    alice: Member, bob: Member, pipeline: MediaPipeline, gate: Gate
) -> None:
    posted, second = await two(alice, pipeline)
    gate.allows_below = 60

    assert await _edit(alice, posted, second, **REVEALING) == REFUSED

    assert await bob.see(get_further_fotos, post_id=posted.id) == [second]
    assert (await seen(bob, posted)).edited_at is UNSET


async def test_a_crop_of_the_first_one_is_not_taken_for_the_second(alice: Member, pipeline: MediaPipeline) -> None:
    posted, second = await two(alice, pipeline)

    refused = await _edit(alice, posted, second, imageUrl=posted.image_url, **WARM)

    assert refused == {"code": "invalid", "message": "This is not a crop of this foto."}


@pytest.mark.parametrize("place", [2, 9])
async def test_a_foto_that_the_post_does_not_have_counts_as_missing(
    alice: Member, pipeline: MediaPipeline, place: int
) -> None:
    posted, second = await two(alice, pipeline)

    assert await _edit(alice, posted, second, place=place, **WARM) == MISSING


async def test_another_member_cannot_change_the_second_one(alice: Member, bob: Member, pipeline: MediaPipeline) -> None:
    posted, second = await two(alice, pipeline)

    assert await _edit(bob, posted, second, **WARM) == MISSING


async def test_the_first_one_keeps_the_ratio_that_its_grids_need_and_the_second_is_free(
    alice: Member, pipeline: MediaPipeline
) -> None:
    posted, second = await two(alice, pipeline)
    cut = await store_cut(pipeline, alice.clerk_id, _medium(second), in_ratio("horizontal"))

    assert await _edit(alice, posted, second, imageUrl=cut.image_url, ratio="horizontal") is None


async def test_the_full_size_of_the_second_one_is_allowed_and_withdrawn(
    alice: Member, bob: Member, pipeline: MediaPipeline, gate: Gate
) -> None:
    gate.allows_below = 256
    posted, second = await two(alice, pipeline, photographs.jpeg(3000, 2000))
    await finish_medium(pipeline, _medium(second))
    fotos = await bob.watch(get_further_fotos, post_id=posted.id)
    widest = max(each.width for each in fotos.now[0].variants)

    assert await alice.send("posts:setFullSize", postId=posted.id, allowed=True, place=1) is None
    await bob.world.settle()
    assert max(each.width for each in fotos.now[0].variants) == 3000 > widest
    assert max(each.width for each in (await seen(bob, posted)).variants) < 3000

    assert await alice.send("posts:setFullSize", postId=posted.id, allowed=False, place=1) is None
    await bob.world.settle()
    assert max(each.width for each in fotos.now[0].variants) == widest


async def test_the_cleanup_of_unused_uploads_leaves_them(alice: Member, pipeline: MediaPipeline) -> None:
    posted, second = await two(alice, pipeline)
    unused = await upload(pipeline, alice)

    old = await pipeline.references.unreferenced(pipeline.database, datetime.now(UTC) + timedelta(days=2), most=10_000)

    assert unused.media_id in old
    assert not {medium_of(posted), _medium(second)} & set(old)


async def _post(member: Member, urls: list[str], **look: Any) -> Any:
    further = [{"imageUrl": url, "ratio": "landscape", **look} for url in urls[1:]]
    of = {"userId": member.user_id, "imageUrl": urls[0], "nookType": "scenic", "postType": "sphere"}
    return await member.send("posts:createPost", **of, ratio="landscape", caption="Night", furtherFotos=further)


async def _all(member: Member) -> list[Post]:
    return (await member.see(get_user_posts, user_id=member.user_id)).page


async def _edit(member: Member, post: Post, foto: PostFoto, **look: Any) -> Any:
    same = {"filter": "none", "adjustments": UNTOUCHED, "ratio": foto.ratio, "imageUrl": foto.image_url, "place": 1}
    return await member.send("posts:editLook", postId=post.id, **{**same, **look})


def _medium(foto: PostFoto) -> str:
    return foto.image_url.split("/")[2]
