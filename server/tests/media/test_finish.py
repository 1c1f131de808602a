"""The job after an upload."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path

import pytest

import photographs
from inflow.media.images.crops import Cut
from inflow.media.jobs import finish_medium
from inflow.media.tables import DELETE_MEDIUM_OF_OWNER, UNFINISHED_MEDIA
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.protocol import Rendition
from media.conftest import Gallery


async def test_it_makes_the_renditions_that_the_upload_did_not_wait_for(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.jpeg())).json()

    assert await finish_medium(gallery.pipeline, said["mediaId"])

    (row,) = await gallery.rows()
    assert row["state"] == "finished"
    made = {each["name"]: (each["width"], each["height"]) for each in row["renditions"]}
    assert made == {
        "1080.jpg": (1080, 810),
        "160.webp": (160, 120),
        "320.webp": (320, 240),
        "640.webp": (640, 480),
        "1080.webp": (1080, 810),
        "2048.webp": (2048, 1536),
    }
    for each in row["renditions"]:
        seen = await gallery.see(f"/media/{said['mediaId']}/{each['name']}")
        assert (seen.headers["content-type"], len(seen.content)) == (each["type"], each["bytes"])


async def test_done_twice_it_changes_nothing_more(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.png())).json()
    await finish_medium(gallery.pipeline, said["mediaId"])
    rows, stored = await gallery.rows(), gallery.stored()

    assert not await finish_medium(gallery.pipeline, said["mediaId"])

    assert (await gallery.rows(), gallery.stored()) == (rows, stored)


async def test_done_by_two_at_once_it_is_done_once(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.png())).json()

    outcomes = await asyncio.gather(*(finish_medium(gallery.pipeline, said["mediaId"]) for _ in range(2)))

    assert sorted(outcomes) == [False, True]
    (row,) = await gallery.rows()
    assert len(row["renditions"]) == 5


async def test_there_is_nothing_to_do_for_what_is_gone(gallery: Gallery) -> None:
    assert not await finish_medium(gallery.pipeline, "aaaaaaaaaaaaaaaaaaaaaaaaaa")


async def test_what_is_removed_meanwhile_stays_removed(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.jpeg())).json()

    class RemovedMeanwhile(ImageWorkers):
        async def finish(self, source: Path, cut: Cut | None = None, member: str = "") -> list[Rendition]:
            async with gallery.pipeline.database.transaction() as connection:
                await connection.rows(DELETE_MEDIUM_OF_OWNER, {"id": said["mediaId"], "owner_id": "alice"})
            return await super().finish(source, cut, member)

    async with RemovedMeanwhile() as workers:
        assert not await finish_medium(dataclasses.replace(gallery.pipeline, workers=workers), said["mediaId"])
    assert gallery.stored() == []


async def test_what_is_removed_while_its_renditions_are_stored_stays_removed(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = (await gallery.upload(photographs.jpeg())).json()
    put, has_failed = gallery.pipeline.store.put, asyncio.Event()

    async def put_late(media_id: str, name: str, content: bytes | Path) -> None:
        """As on a busy machine: the medium is removed before the first file is stored, and the last ones come later."""
        if not has_failed.is_set():
            has_failed.set()
            async with gallery.pipeline.database.transaction() as connection:
                await connection.rows(DELETE_MEDIUM_OF_OWNER, {"id": media_id, "owner_id": "alice"})
            await gallery.pipeline.store.remove(media_id)
            raise FileNotFoundError(name)
        for _ in range(100):
            await asyncio.sleep(0)
        await put(media_id, name, content)

    monkeypatch.setattr(gallery.pipeline.store, "put", put_late)

    assert not await finish_medium(gallery.pipeline, said["mediaId"])

    assert gallery.stored() == []


async def test_files_that_a_killed_attempt_left_of_a_removed_medium_go(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.jpeg())).json()
    async with gallery.pipeline.database.transaction() as connection:
        await connection.rows(DELETE_MEDIUM_OF_OWNER, {"id": said["mediaId"], "owner_id": "alice"})
    assert gallery.stored() != []

    assert not await finish_medium(gallery.pipeline, said["mediaId"])

    assert gallery.stored() == []


async def test_what_a_crash_left_unfinished_can_be_found(gallery: Gallery) -> None:
    left = (await gallery.upload(photographs.png())).json()["mediaId"]
    done = (await gallery.upload(photographs.webp())).json()["mediaId"]
    await finish_medium(gallery.pipeline, done)
    (before,) = [row["created_at"] for row in await gallery.rows() if row["id"] == done]

    async with gallery.pipeline.database.connection() as connection:
        found = await connection.rows(UNFINISHED_MEDIA, {"before": before, "limit": 10})

    assert [row.id for row in found] == [left]
