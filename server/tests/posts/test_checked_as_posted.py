"""posts:createPost with a filter or adjustments: the content check gets the foto as members will see it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pyvips  # type: ignore[import-untyped]  # it ships no types
from tests.members import Member
from tests.posts.test_create_post_with_the_photo_inside import data_url
from tests.product import NoTokens, in_scenic
from tests.world import World

import photographs
from inflow.app.functions import registry
from inflow.app.publication import PUBLICATION
from inflow.media.images.crops import Crop, RequestedCut
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.data_urls import store_data_url
from inflow.media.pipeline.moderation import ModerationResult
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.storage.store import MediaStore
from inflow.media.views import Uploaded
from inflow.media.worker.image_workers import ImageWorkers
from inflow.posts.queries import get_user_posts
from inflow.posts.rules import media_id_in
from inflow.posts.views import Adjustments
from inflow.standing.new_members import NewMemberRules
from reflow.changes import WalSource
from reflow.contrib.jobs import defer
from reflow.dependencies import Dependencies
from reflow.live.engine import Engine
from reflow.postgres.database import Database

EXPLICIT = "This image contains explicit content that is not allowed."
REFUSED = {"code": "content_refused", "message": EXPLICIT, "kind": "explicit"}
UNVERIFIED = {"code": "unverified", "message": "Unable to verify image content. Please try again."}
DARKENED = photographs.plain((40, 40, 40))
BRIGHTENED = {"brightness": 200, "contrast": 100, "saturation": 100}
UNTOUCHED = {"brightness": 100, "contrast": 100, "saturation": 100}
WHOLE = RequestedCut("landscape", Crop(0, 0, 1, 1))


@dataclass
class Gate:
    """A content check that sees nothing in a picture that is too dark, and refuses every other picture."""

    judged: list[float] = field(default_factory=list)
    is_down: bool = False
    allows_below: float = 60

    async def __call__(self, jpeg: bytes) -> ModerationResult:
        if self.is_down:
            raise ConnectionError("gone")
        self.judged.append(pyvips.Image.new_from_buffer(jpeg, "").avg())
        return ModerationResult(allowed=self.judged[-1] < self.allows_below, message=EXPLICIT, kind="explicit")


@pytest.fixture(scope="module")
async def workers() -> AsyncIterator[ImageWorkers]:
    async with ImageWorkers() as pool:
        yield pool


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def pipeline(product: tuple[Engine, Database], workers: ImageWorkers, gate: Gate, tmp_path: Path) -> MediaPipeline:
    store = MediaStore.at(None, tmp_path / "media")
    return MediaPipeline(database=product[1], store=store, workers=workers, moderator=gate, folder=tmp_path)


@pytest.fixture
async def world(product: tuple[Engine, Database], pipeline: MediaPipeline) -> AsyncIterator[World]:
    database = product[1]
    engine = Engine(
        registry(),
        database,
        WalSource(database, [PUBLICATION]),
        NoTokens(),
        secret=b"0" * 32,
        defer=defer,
        dependencies=Dependencies(pipeline, NewMemberRules()),
    )
    await engine.start()
    yield World(engine, database)
    await engine.stop()


@pytest.fixture
async def alice(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "alice"))


async def upload(pipeline: MediaPipeline, member: Member, content: bytes = DARKENED) -> Uploaded:
    return await store_data_url(pipeline, member.clerk_id, data_url(content))


async def post(member: Member, image_url: str, **look: Any) -> Any:
    """Post the photo to the sphere; the refusal, or None."""
    foto = {"ratio": "landscape", "nookType": "scenic", "caption": "Night", "postType": "sphere"}
    return await member.send("posts:createPost", userId=member.user_id, imageUrl=image_url, **foto, **look)


async def posts_of(member: Member) -> int:
    return len((await member.see(get_user_posts, user_id=member.user_id)).page)


async def refusals(member: Member) -> list[Any]:
    async with member.world.database.connection() as connection:
        return list(
            await connection.raw.fetch("SELECT kind, sha256 FROM refusals WHERE owner_id = $1", member.clerk_id)
        )


async def test_what_was_darkened_to_hide_it_is_refused_once_brightness_reveals_it(
    alice: Member, pipeline: MediaPipeline, gate: Gate
) -> None:
    photo = await upload(pipeline, alice)

    assert await post(alice, photo.image_url, adjustments=BRIGHTENED) == REFUSED

    assert gate.judged == pytest.approx([40, 80], abs=2)
    assert await posts_of(alice) == 0
    assert [row["kind"] for row in await refusals(alice)] == ["explicit"]
    assert await post(alice, photo.image_url, adjustments=UNTOUCHED) is None


@pytest.mark.parametrize(
    "look",
    [
        {"adjustments": {**UNTOUCHED, "contrast": 20}},
        {"filter": "lark", "adjustments": BRIGHTENED},
        {"filter": "reyes", "adjustments": BRIGHTENED},
    ],
)
async def test_filters_and_the_other_adjustments_count_too(
    alice: Member, pipeline: MediaPipeline, gate: Gate, look: dict[str, Any]
) -> None:
    photo = await upload(pipeline, alice, photographs.plain((55, 55, 55)))

    assert await post(alice, photo.image_url, **look) == REFUSED
    assert len(gate.judged) == 2


async def test_what_stays_harmless_is_posted(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    photo = await upload(pipeline, alice, photographs.plain((10, 10, 10)))

    assert await post(alice, photo.image_url, filter="lark", adjustments=BRIGHTENED) is None
    assert len(gate.judged) == 2
    assert await posts_of(alice) == 1


@pytest.mark.parametrize("name", ["2004s", "perpetua", "a filter of tomorrow"])
async def test_a_filter_is_kept_as_it_is_called(alice: Member, pipeline: MediaPipeline, name: str) -> None:
    photo = await upload(pipeline, alice, photographs.plain((10, 10, 10)))
    adjustments = Adjustments(brightness=0, contrast=200, saturation=100)

    assert await post(alice, photo.image_url, filter=name, adjustments=msgspec.to_builtins(adjustments)) is None

    (posted,) = (await alice.see(get_user_posts, user_id=alice.user_id)).page
    assert (posted.filter, posted.adjustments) == (name, adjustments)


@pytest.mark.parametrize("value", [0, 200])
async def test_a_slider_goes_as_far_as_it_goes(alice: Member, pipeline: MediaPipeline, gate: Gate, value: int) -> None:
    gate.allows_below = 256
    photo = await upload(pipeline, alice, photographs.plain((10, 10, 10)))
    adjustments = {"brightness": value, "contrast": value, "saturation": value}

    assert await post(alice, photo.image_url, adjustments=adjustments, altText="ü" * 1_500) is None

    (foto,) = (await alice.see(get_user_posts, user_id=alice.user_id)).page
    assert msgspec.to_builtins(foto.adjustments) == adjustments
    assert foto.alt_text == "ü" * 1_500


@pytest.mark.parametrize("name", ["none", "sparkle"])
async def test_what_changes_nothing_is_not_judged_twice(
    alice: Member, pipeline: MediaPipeline, gate: Gate, name: str
) -> None:
    photo = await upload(pipeline, alice)

    assert await post(alice, photo.image_url, filter=name, adjustments=UNTOUCHED) is None
    assert len(gate.judged) == 1


async def test_a_photo_inside_the_call_is_judged_both_ways(alice: Member, gate: Gate) -> None:
    assert await post(alice, data_url(DARKENED), adjustments=BRIGHTENED) == REFUSED

    assert gate.judged == pytest.approx([40, 80], abs=2)
    assert await posts_of(alice) == 0


async def test_without_a_check_nothing_changed_is_posted(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    photo = await upload(pipeline, alice)
    gate.is_down = True

    assert await post(alice, photo.image_url, adjustments=BRIGHTENED) == UNVERIFIED
    assert await posts_of(alice) == 0


async def test_another_cut_does_not_pass_for_the_one_that_was_judged(alice: Member, pipeline: MediaPipeline) -> None:
    """Alice names a harmless crop, and makes another one before her call."""
    uploaded = await upload(pipeline, alice)
    judged = await store_cut(pipeline, alice.clerk_id, uploaded.media_id, WHOLE)
    await store_cut(pipeline, alice.clerk_id, uploaded.media_id, WHOLE)

    assert await post(alice, judged.image_url, adjustments=BRIGHTENED) == UNVERIFIED
    assert await posts_of(alice) == 0


async def test_a_cut_is_judged_as_it_will_be_seen(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    uploaded = await upload(pipeline, alice)
    shown = await store_cut(pipeline, alice.clerk_id, uploaded.media_id, WHOLE)

    assert await post(alice, shown.image_url, adjustments=BRIGHTENED) == REFUSED
    assert len(gate.judged) == 3


async def test_somebody_elses_photo_is_neither_judged_nor_posted(
    alice: Member, world: World, pipeline: MediaPipeline, gate: Gate
) -> None:
    bob = await in_scenic(await Member.sign_up(world, "bob"))
    photo = await upload(pipeline, bob)

    refused = await post(alice, photo.image_url, adjustments=BRIGHTENED)

    assert refused == {"code": "invalid", "message": "Please upload an image file"}
    assert len(gate.judged) == 1
    assert media_id_in(photo.image_url) == photo.media_id


async def test_a_member_cannot_have_looks_judged_without_end(
    alice: Member, pipeline: MediaPipeline, gate: Gate
) -> None:
    photo = await upload(pipeline, alice)
    said = [await post(alice, photo.image_url, adjustments=BRIGHTENED) for _ in range(61)]

    assert [each["code"] for each in said] == ["content_refused"] * 60 + ["rate_limited"]
    assert len(gate.judged) == 61
