"""posts:setFullSize: the author allows everyone to enlarge a foto to all its pixels, and takes that back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import pyvips  # type: ignore[import-untyped]  # it ships no types
from tests.members import Member
from tests.posts.test_checked_as_posted import BRIGHTENED, alice, pipeline, post, upload, workers, world
from tests.product import in_scenic
from tests.world import World

import photographs
from inflow.media.images.crops import Crop, Cut, RequestedCut
from inflow.media.jobs import finish_medium
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.full_sizes import allow_full_size
from inflow.media.pipeline.moderation import ModerationResult
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.storage.quota import StorageQuota
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.protocol import Rendition
from inflow.posts.queries import get_user_posts
from reflow import AppError

__all__ = ["alice", "pipeline", "workers", "world"]

PHOTOGRAPH = photographs.jpeg(3000, 2000)
EXPLICIT = "This image contains explicit content that is not allowed."
_DISCARDS = "SELECT args FROM procrastinate_jobs WHERE task_name = 'discard_renditions' AND args ->> 'media_id' = $1"
MISSING = {"code": "not_found", "message": "This post does not exist."}
MOST = RequestedCut("landscape", Crop(0, 0, 0.8, 1), rotation=180)


@dataclass
class Gate:
    """A content check that refuses pictures of some size, and keeps those that it saw."""

    judged: list[Any] = field(default_factory=list)
    refuses: tuple[int, int] = (0, 0)

    async def __call__(self, jpeg: bytes) -> ModerationResult:
        self.judged.append(pyvips.Image.new_from_buffer(jpeg, ""))
        size = self.judged[-1].width, self.judged[-1].height
        return ModerationResult(allowed=size != self.refuses, message=EXPLICIT, kind="explicit")

    @property
    def sizes(self) -> list[tuple[int, int]]:
        return [(each.width, each.height) for each in self.judged]


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
async def bob(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "bob"))


async def _posts(member: Member, pipeline: MediaPipeline, content: bytes = PHOTOGRAPH, **look: Any) -> tuple[str, str]:
    """Post the whole photograph, with all its renditions; the post's id and the medium's."""
    photo = await upload(pipeline, member, content)
    assert await post(member, photo.image_url, **look) is None
    await finish_medium(pipeline, photo.media_id)
    return (await _foto(member)).id, photo.media_id


async def _foto(author: Member) -> Any:
    (foto,) = (await author.see(get_user_posts, user_id=author.user_id)).page
    return foto


def _name(foto: Any) -> str:
    """The name of its widest rendition."""
    name: str = foto.variants[-1].url.rpartition("/")[2]
    return name


async def _allows(member: Member, post_id: str, *, allowed: bool = True) -> Any:
    """The refusal, or None."""
    return await member.send("posts:setFullSize", postId=post_id, allowed=allowed)


async def test_it_is_off_until_the_author_allows_it_and_live_for_everyone_from_then_on(
    alice: Member, bob: Member, pipeline: MediaPipeline
) -> None:
    post_id, media_id = await _posts(alice, pipeline)
    screen = await bob.watch(get_user_posts, user_id=alice.user_id)
    before = [each.width for each in screen.now.page[0].variants]
    assert max(before) == 2048

    assert await _allows(alice, post_id) is None

    await bob.world.settle()
    (foto,) = screen.now.page
    full = foto.variants[-1]
    assert (full.width, full.height, full.type) == (3000, 2000, "image/webp")
    assert re.fullmatch(f"/media/{media_id}/full[a-z2-7]{{8}}.webp", full.url)
    assert foto.image_url.endswith("1080.jpg"), "the specified picture stays what it was"
    content = await pipeline.store.get(media_id, _name(foto))
    picture = pyvips.Image.new_from_buffer(content, "")
    assert (picture.width, picture.height) == (3000, 2000)
    assert not [name for name in picture.get_fields() if name.startswith(("exif-", "xmp-", "iptc-"))]


async def test_taken_back_it_is_gone_for_everyone_with_its_file(
    alice: Member, bob: Member, pipeline: MediaPipeline
) -> None:
    post_id, media_id = await _posts(alice, pipeline)
    await _allows(alice, post_id)
    assert await _allows(alice, post_id) is None, "allowed twice is allowed"
    screen = await bob.watch(get_user_posts, user_id=alice.user_id)
    (foto,) = screen.now.page
    assert foto.variants[-1].width == 3000

    assert await _allows(alice, post_id, allowed=False) is None
    assert await _allows(alice, post_id, allowed=False) is None

    await bob.world.settle()
    assert screen.now.page[0].variants[-1].width == 2048
    async with alice.world.database.connection() as connection:
        jobs = await connection.raw.fetch(_DISCARDS, media_id)
    assert [job["args"]["names"] for job in jobs] == [[_name(foto)]]


async def test_allowed_again_it_has_another_name(alice: Member, pipeline: MediaPipeline) -> None:
    """The job that deletes the former file may run later."""
    post_id, media_id = await _posts(alice, pipeline)
    await _allows(alice, post_id)
    former = _name(await _foto(alice))
    await _allows(alice, post_id, allowed=False)

    await _allows(alice, post_id)

    await pipeline.store.discard(media_id, [former])
    assert await pipeline.store.get(media_id, _name(await _foto(alice))) is not None


async def test_it_shows_the_crop_and_nothing_beside_it(alice: Member, pipeline: MediaPipeline) -> None:
    photo = await upload(pipeline, alice, PHOTOGRAPH)
    shown = await store_cut(pipeline, alice.clerk_id, photo.media_id, MOST)
    await post(alice, shown.image_url)

    assert await _allows(alice, (await _foto(alice)).id) is None

    full = (await _foto(alice)).variants[-1]
    assert (full.width, full.height) == (2400, 2000)
    assert full.url.startswith(shown.variants[0].url.rpartition("-")[0])
    content = await pipeline.store.get(photo.media_id, _name(await _foto(alice)))
    small = await pipeline.store.get(photo.media_id, shown.variants[0].url.rpartition("/")[2])
    assert content
    assert small
    seen = [pyvips.Image.thumbnail_buffer(each, 48, height=40, size="force") for each in (content, small)]
    assert (seen[0] - seen[1]).abs().avg() < 4, "turned and cropped like what everyone sees"


async def test_the_content_check_sees_each_quarter_as_it_is_drawn(
    alice: Member, pipeline: MediaPipeline, gate: Gate
) -> None:
    content = photographs.plain((60, 60, 60), width=2400, height=1600)
    post_id, _ = await _posts(alice, pipeline, content, adjustments=BRIGHTENED)
    gate.judged.clear()

    await _allows(alice, post_id)

    assert gate.sizes == [(1080, 720)] * 4
    assert [each.avg() for each in gate.judged] == pytest.approx([120] * 4, abs=2)


async def test_what_the_check_refuses_is_not_shown(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    post_id, media_id = await _posts(alice, pipeline)
    gate.refuses = (1080, 720)

    refused = await _allows(alice, post_id)

    assert refused == {"code": "content_refused", "message": EXPLICIT, "kind": "explicit"}
    assert (await _foto(alice)).variants[-1].width == 2048
    assert not [name for (_, name) in await pipeline.store.objects(media_id[:2]) if "full" in name]


async def test_the_renditions_that_come_later_do_not_take_it_away(alice: Member, pipeline: MediaPipeline) -> None:
    photo = await upload(pipeline, alice, PHOTOGRAPH)
    await post(alice, photo.image_url)
    post_id = (await _foto(alice)).id

    class AllowedMeanwhile(ImageWorkers):
        async def finish(self, source: Path, cut: Cut | None = None, member: str = "") -> list[Rendition]:
            assert await _allows(alice, post_id) is None
            return await super().finish(source, cut, member)

    async with AllowedMeanwhile() as workers:
        assert await finish_medium(replace(pipeline, workers=workers), photo.media_id)

    assert [each.width for each in (await _foto(alice)).variants] == [160, 320, 640, 1080, 1080, 2048, 3000]


async def test_a_foto_without_more_pixels_needs_none(alice: Member, pipeline: MediaPipeline) -> None:
    post_id, _ = await _posts(alice, pipeline, photographs.jpeg(2048, 1536))

    refused = await _allows(alice, post_id)

    assert refused == {"code": "invalid", "message": "This foto is already shown in its full size."}


async def test_only_the_author_decides(alice: Member, bob: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    post_id, _ = await _posts(alice, pipeline)
    gate.judged.clear()

    assert await _allows(bob, post_id) == MISSING
    assert await _allows(bob, "a" * 26) == MISSING
    assert gate.judged == []
    await _allows(alice, post_id)
    assert await _allows(bob, post_id, allowed=False) == MISSING
    assert (await _foto(alice)).variants[-1].width == 3000


async def test_without_room_nothing_is_made(alice: Member, pipeline: MediaPipeline) -> None:
    _, media_id = await _posts(alice, pipeline)
    crowded = replace(pipeline, quota=StorageQuota(quota=len(PHOTOGRAPH) + 1000))

    with pytest.raises(AppError) as refused:
        await allow_full_size(crowded, alice.clerk_id, media_id, ())

    assert refused.value.code == "no_room"


async def test_a_flick_has_none(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    post_id, _ = await _posts(alice, pipeline)
    gate.judged.clear()
    async with alice.world.database.transaction() as connection:
        await connection.text("UPDATE posts SET is_video = true, duration = 3 WHERE id = $1", post_id)

    assert await _allows(alice, post_id) == {"code": "unsupported", "message": "Only fotos have a full size."}
    assert gate.judged == []
