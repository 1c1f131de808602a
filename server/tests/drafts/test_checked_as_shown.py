"""Drafts with a crop and a look: the content check sees them as members will, when they are scheduled and at their
time.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import pyvips
from tests.clock import Clock
from tests.members import Member
from tests.posts.test_checked_as_posted import (
    DARKENED,
    REFUSED,
    UNVERIFIED,
    Gate,
    alice,
    gate,
    pipeline,
    upload,
    workers,
    world,
)
from tests.world import World

import photographs
from inflow.drafts.jobs import DraftJobs
from inflow.drafts.mutations import publish, save
from inflow.drafts.queries import list_drafts
from inflow.drafts.rules import DraftId
from inflow.drafts.views import NewDraftFoto
from inflow.media.images.crops import Crop, RequestedCut
from inflow.media.images.fingerprint import fingerprints_of
from inflow.media.pipeline.cuts import store_cut
from inflow.media.pipeline.hash_lists import HashLists
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.rules import IS_LISTED, MOST_BITS_APART, WAS_REMOVED
from inflow.posts.queries import get_post
from inflow.posts.views import Adjustments
from reflow import Connection

__all__ = ["alice", "gate", "pipeline", "workers", "world"]

MIRRORED = "removed by moderators in its mirror image"
REMOVED = ("removed by moderators", MIRRORED)
HALF = Crop(0, 0, 0.5, 0.5)
BRIGHT = Adjustments(brightness=200)


@pytest.fixture
def jobs(world: World, pipeline: MediaPipeline) -> DraftJobs:
    return DraftJobs(world.database, pipeline, world.engine.run_mutation)


@pytest.fixture(autouse=True)
async def none_due(world: World) -> AsyncIterator[None]:
    async with world.database.transaction() as connection:
        await connection.text("DELETE FROM drafts")
    yield


async def kept(member: Member, pipeline: MediaPipeline, **look: Any) -> DraftId:
    photo = await upload(pipeline, member, look.pop("content", DARKENED))
    foto = NewDraftFoto(media_id=photo.media_id, ratio="landscape", shape="2:1", **look)
    saved = await member.do(save, caption="Night", fotos=[foto])
    return saved.id


async def schedules(member: Member, draft_id: str, clock: Clock) -> Any:
    at = (clock.now + timedelta(hours=1)).isoformat()
    return await member.send("drafts:schedule", draftId=draft_id, version=1, publishAt=at, postType="sphere")


async def test_the_post_shows_the_crop_of_the_draft(alice: Member, pipeline: MediaPipeline, gate: Gate) -> None:
    gate.allows_below = 256
    draft_id = await kept(alice, pipeline, content=photographs.jpeg(640, 480), crop=HALF, rotation=90)

    await alice.do(publish, draft_id=draft_id, version=1, post_type="sphere")

    shown = await alice.see(get_post, post_id=draft_id)
    assert shown is not None
    assert (shown.width, shown.height, shown.ratio) == (240, 320, "landscape")


async def test_what_a_look_reveals_is_refused_at_once_and_changes_nothing(
    alice: Member, pipeline: MediaPipeline, gate: Gate, clock: Clock
) -> None:
    draft_id = await kept(alice, pipeline, adjustments=BRIGHT)
    before = await alice.see(list_drafts)

    assert await schedules(alice, draft_id, clock) == REFUSED
    assert await alice.send("drafts:publish", draftId=draft_id, version=1, postType="cue") == REFUSED

    assert gate.judged == pytest.approx([40, 80, 80], abs=2)
    assert await alice.see(list_drafts) == before


async def test_a_refused_second_foto_is_named_by_its_place(
    alice: Member, pipeline: MediaPipeline, gate: Gate, clock: Clock
) -> None:
    looks = [Adjustments(), BRIGHT]
    photos = [(await upload(pipeline, alice)).media_id for _ in looks]
    fotos = [
        NewDraftFoto(media_id=each, ratio="landscape", shape="2:1", adjustments=look)
        for each, look in zip(photos, looks, strict=True)
    ]
    saved = await alice.do(save, caption="Night", fotos=fotos)

    assert await schedules(alice, saved.id, clock) == {**REFUSED, "place": 1}


async def test_without_a_check_nothing_is_scheduled(
    alice: Member, pipeline: MediaPipeline, gate: Gate, clock: Clock
) -> None:
    draft_id = await kept(alice, pipeline, adjustments=BRIGHT)
    gate.is_down = True

    assert await schedules(alice, draft_id, clock) == UNVERIFIED


async def test_another_crop_made_meanwhile_is_replaced_before_it_is_posted(
    alice: Member, pipeline: MediaPipeline, gate: Gate, clock: Clock, jobs: DraftJobs
) -> None:
    gate.allows_below = 256
    draft_id = await kept(alice, pipeline, content=photographs.jpeg(640, 480), crop=HALF)
    assert await schedules(alice, draft_id, clock) is None
    (shown,) = await alice.see(list_drafts)
    await store_cut(pipeline, alice.clerk_id, shown.fotos[0].media_id, RequestedCut("vertical", Crop(0, 0, 0.25, 1)))
    await clock.waits(hours=1)

    await jobs.publish(draft_id, 2)

    posted = await alice.see(get_post, post_id=draft_id)
    assert posted is not None
    assert (posted.width, posted.height, posted.ratio) == (320, 240, "landscape")


async def test_a_check_that_is_stricter_by_then_refuses_it(
    alice: Member, pipeline: MediaPipeline, gate: Gate, clock: Clock, jobs: DraftJobs
) -> None:
    gate.allows_below = 256
    draft_id = await kept(alice, pipeline, adjustments=BRIGHT)
    assert await schedules(alice, draft_id, clock) is None
    gate.allows_below = 60
    await clock.waits(hours=1)

    await jobs.publish(draft_id, 2)

    (shown,) = await alice.see(list_drafts)
    assert shown.failure is not None
    assert (shown.failure.code, shown.failure.words) == (REFUSED["code"], REFUSED["message"])


async def test_a_check_that_is_away_is_waited_for(
    alice: Member, pipeline: MediaPipeline, gate: Gate, clock: Clock, jobs: DraftJobs
) -> None:
    gate.allows_below = 256
    draft_id = await kept(alice, pipeline, adjustments=BRIGHT)
    assert await schedules(alice, draft_id, clock) is None
    await clock.waits(hours=1)

    gate.is_down = True
    await jobs.publish(draft_id, 2)
    assert (await alice.see(get_post, post_id=draft_id), (await alice.see(list_drafts))[0].failure) == (None, None)
    gate.is_down = False
    await clock.waits(seconds=5)
    await jobs.publish(draft_id, 2)

    assert await alice.see(get_post, post_id=draft_id) is not None


@pytest.mark.parametrize("how", ["listed file", "listed by another hash", "listed photo", *REMOVED])
async def test_what_was_forbidden_meanwhile_is_not_posted(
    alice: Member, world: World, pipeline: MediaPipeline, gate: Gate, clock: Clock, how: str
) -> None:
    gate.allows_below = 256
    draft_id = await kept(alice, pipeline, content=photographs.jpeg(640, 480))
    assert await schedules(alice, draft_id, clock) is None
    jobs = DraftJobs(world.database, await _forbidding(pipeline, alice, how), world.engine.run_mutation)
    await clock.waits(hours=1)

    await jobs.publish(draft_id, 2)

    assert await alice.see(get_post, post_id=draft_id) is None
    (shown,) = await alice.see(list_drafts)
    assert shown.failure is not None
    words = WAS_REMOVED if how in REMOVED else IS_LISTED
    assert (shown.failure.code, shown.failure.words) == ("content_refused", words)


async def test_a_drafts_photo_may_be_cut_until_it_is_posted(alice: Member, pipeline: MediaPipeline) -> None:
    draft_id = await kept(alice, pipeline)
    (shown,) = await alice.see(list_drafts)

    cut = await store_cut(pipeline, alice.clerk_id, shown.fotos[0].media_id, RequestedCut("landscape", HALF))
    await alice.do(publish, draft_id=draft_id, version=1, post_type="sphere")

    posted = await alice.see(get_post, post_id=draft_id)
    assert posted is not None
    assert (posted.width, posted.width == cut.width) == (2 * cut.width, False)


async def _forbidding(pipeline: MediaPipeline, member: Member, how: str) -> MediaPipeline:
    (shown,) = await member.see(list_drafts)
    async with pipeline.database.connection() as connection:
        (row,) = await connection.text("SELECT sha256, fingerprint FROM media WHERE id = $1", shown.fotos[0].media_id)
    if how in REMOVED:
        image = pyvips.Image.new_from_buffer(photographs.jpeg(640, 480), "")
        removed = int(fingerprints_of(image.fliphor() if how == MIRRORED else image)[0], 16)

        async def is_removed(_connection: Connection, fingerprints: list[str]) -> bool:
            return any((int(each, 16) ^ removed).bit_count() <= MOST_BITS_APART for each in fingerprints)

        return replace(pipeline, is_removed=is_removed)
    if how == "listed photo":
        return replace(pipeline, hash_lists=HashLists(fingerprints=[int(row.fingerprint, 16)]))
    if how == "listed file":
        return replace(pipeline, hash_lists=HashLists({32: [bytes.fromhex(row.sha256)]}))

    digest = hashlib.md5(photographs.jpeg(640, 480), usedforsecurity=False).digest()
    return replace(pipeline, hash_lists=HashLists({16: [digest]}))
