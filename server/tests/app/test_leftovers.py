"""The leftovers of interrupted uploads and of photos that were never posted, and their removal."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.app.house import House, until
from tests.app.people import Member

import films
import photographs
from inflow.app.cleanup import clean_up, clean_up_media
from inflow.app.wiring import MEDIA_REFERENCES
from inflow.core.clock import utc_now
from inflow.media.jobs import remove_medium
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.videos import store_video
from inflow.media.storage.orphans import orphans_in, remove_orphans
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from mail.mail_server import MailServer
from reflow.contrib.jobs import defer
from reflow.postgres.database import Connection, Database

SMALL = photographs.plain((10, 120, 40))
AGE = "UPDATE media SET created_at = now() - $2::text::interval WHERE id = $1"
UNFINISH = "UPDATE media SET state = 'prepared', renditions = jsonb_build_array(renditions -> 0) WHERE id = $1"
STATE = "SELECT state FROM media WHERE id = $1"


@pytest.fixture(scope="module")
async def grace(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "grace")


@pytest.fixture
async def psql(house: House) -> AsyncIterator[asyncpg.Connection[Any]]:
    psql = await house.database()
    yield psql
    await psql.close()


@pytest.fixture
async def pipeline(house: House) -> AsyncIterator[MediaPipeline]:
    """The house's own media pipeline, as the cleanup uses it; the house's worker does the jobs."""

    def scheduling(job: str) -> Callable[[Connection, str], Awaitable[None]]:
        return lambda connection, media_id: defer(connection, job, {"media_id": media_id})

    database = Database(house.cluster.dsn)
    yield MediaPipeline(
        database=database,
        store=MediaStore.at(None, house.home / "media"),
        workers=ImageWorkers(),
        schedule=scheduling("finish_media"),
        schedule_removal=scheduling("remove_media"),
        references=MEDIA_REFERENCES,
        folder=house.home / "uploads",
    )
    await database.close()


def media_id(photo: str) -> str:
    """The id in a photo's address."""
    return photo.split("/")[2]


def folder_of(house: House, photo: str) -> Path:
    return house.home / "media" / media_id(photo)[:2] / media_id(photo)


async def finished(psql: asyncpg.Connection[Any], photo: str) -> None:
    async def holds() -> bool:
        return bool(await psql.fetchval(STATE, media_id(photo)) == "finished")

    await until(holds)


async def test_bodies_that_a_killed_process_left_are_removed_when_another_starts(
    house: House, mail_server: MailServer
) -> None:
    uploads, long_ago = house.home / "uploads", time.time() - 7200
    old, half_done, fresh, foreign = (uploads / name for name in ("upload-a", "finishing-b", "upload-c", "a-note"))
    half_done.mkdir()
    for file in (old, half_done / "original", fresh, foreign):
        file.write_bytes(b"\xff\xd8\xff")
    for left in (old, half_done, foreign):
        os.utime(left, (long_ago, long_ago))

    async def gone() -> bool:
        return not old.exists() and not half_done.exists()

    async with House(house.home, INFLOW_SMTP_URL=mail_server.url):
        await until(gone)

    assert sorted(file.name for file in uploads.iterdir()) == ["a-note", "upload-c"]
    fresh.unlink()
    foreign.unlink()


async def test_a_photo_that_nobody_posted_for_a_day_is_gone_and_its_bytes_with_it(
    house: House, grace: Member, pipeline: MediaPipeline, psql: asyncpg.Connection[Any]
) -> None:
    forgotten, posted, recent = [await grace.photo(SMALL) for _ in range(3)]
    async with grace.page() as page:
        created = await page.does("posts:createPost", **grace.foto(posted))
        assert created["success"], created
    for photo in (forgotten, posted, recent):
        await finished(psql, photo)
    for photo, age in ((forgotten, "25 hours"), (posted, "25 hours"), (recent, "23 hours")):
        await psql.execute(AGE, media_id(photo), age)

    await clean_up_media(pipeline)

    async def bytes_gone() -> bool:
        return not folder_of(house, forgotten).exists()

    await until(bytes_gone)
    seen = [(await grace.http.get(photo)).status_code for photo in (forgotten, posted, recent)]
    assert seen == [404, 200, 200]
    async with grace.page() as page:
        too_late = await page.does("posts:createPost", **grace.foto(forgotten))
        assert too_late["errorData"] == {"code": "invalid", "message": "Please upload an image file"}


async def test_a_machine_whose_clock_is_days_ahead_deletes_nothing(
    grace: Member, pipeline: MediaPipeline, psql: asyncpg.Connection[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    (photo,) = await grace.photos_by_hand(1)
    in_two_days = time.time() + 2 * 86_400
    task = partial(clean_up_media, pipeline, lambda: datetime.fromtimestamp(in_two_days, UTC))

    ran = await clean_up(pipeline.database, [task], wall=lambda: in_two_days)

    assert not ran
    assert await psql.fetchval(STATE, media_id(photo)) == "finished"
    assert "172800 seconds ahead of the database's" in capsys.readouterr().out


async def test_a_flick_whose_import_was_killed_is_gone_and_its_video_with_it(
    house: House, grace: Member, pipeline: MediaPipeline, psql: asyncpg.Connection[Any], tmp_path: Path
) -> None:
    thumbnail = await grace.photo(SMALL)
    await finished(psql, thumbnail)
    film = tmp_path / "film"
    film.write_bytes(films.mp4())
    await store_video(pipeline, media_id(thumbnail), film, "mp4")
    assert (folder_of(house, thumbnail) / "video.mp4").exists()
    await psql.execute(AGE, media_id(thumbnail), "25 hours")

    await clean_up_media(pipeline)

    async def bytes_gone() -> bool:
        return not folder_of(house, thumbnail).exists()

    await until(bytes_gone)


async def test_files_without_a_row_are_deleted_after_a_week_and_not_while_they_may_be_an_upload(
    house: House, pipeline: MediaPipeline
) -> None:
    folders = {age: house.home / "media" / "zz" / f"zz{age}" for age in (0, 2, 8 * 24)}
    for hours, folder in folders.items():
        folder.mkdir(parents=True)
        for name, more in (("original", 0), ("320.webp", 5)):
            (folder / name).write_bytes(b"left")
            then = (utc_now() - timedelta(hours=hours + more)).timestamp()
            os.utime(folder / name, (then, then))
    now, place = utc_now(), (pipeline.database, pipeline.store)

    assert [each async for each in orphans_in(*place, now)] == ["zz192", "zz2"]
    assert await remove_orphans(*place, now) == 1

    assert [folder.exists() for folder in folders.values()] == [True, True, False]
    shutil.rmtree(house.home / "media" / "zz")


async def test_a_photo_that_was_posted_at_the_last_moment_stays(
    house: House, grace: Member, pipeline: MediaPipeline, psql: asyncpg.Connection[Any]
) -> None:
    photo = await grace.photo(SMALL)
    async with grace.page() as page:
        await page.does("posts:createPost", **grace.foto(photo))

    assert not await remove_medium(pipeline, media_id(photo))

    assert (await grace.http.get(photo)).status_code == 200
    assert await psql.fetchval("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'remove_media'") == 0


async def test_a_photo_whose_finishing_was_lost_is_finished_after_all(
    grace: Member, pipeline: MediaPipeline, psql: asyncpg.Connection[Any]
) -> None:
    photo = await grace.photo(photographs.jpeg(1600, 1200))
    await finished(psql, photo)
    await psql.execute(UNFINISH, media_id(photo))
    await psql.execute(AGE, media_id(photo), "11 minutes")

    await clean_up_media(pipeline)

    await finished(psql, photo)
    assert (await grace.http.get(photo.replace("1080.jpg", "320.webp"))).status_code == 200
