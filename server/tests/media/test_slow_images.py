"""Images that are slow to decode: other members do not wait for them, and the server decodes them once."""

from __future__ import annotations

import asyncio
import itertools
import time
from datetime import timedelta
from pathlib import Path

import pytest
import pyvips  # type: ignore[import-untyped]  # it ships no types

import photographs
from inflow.core.clock import utc_now
from inflow.media.jobs import finish_medium, remove_old_sources
from inflow.media.rules import CHEAP_WORK, MOST_SCANS, QUICK_WORK, decoding_work
from inflow.media.storage.references import UNREFERENCED_FOR
from inflow.media.storage.store import ORIGINAL, SOURCE
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.pool import WorkerLimits
from inflow.media.worker.protocol import source_path
from inflow.media.worker.worker_seconds import WorkerSeconds
from media.conftest import Gallery
from media.watching import Stalled
from photographs import CANARY, CORNERS

SLOW = photographs.jpeg(2400, 1800, progressive=True)


@pytest.fixture
def photograph(tmp_path: Path) -> Path:
    file = tmp_path / "photograph"
    file.write_bytes(photographs.plain((10, 20, 30)))
    return file


def long_to_decode(folder: Path) -> Path:
    """A photograph that takes more than a second to decode."""
    file = folder / "long"
    file.write_bytes(photographs.with_many_scans(MOST_SCANS, 6000, 4000))
    return file


async def forget_original(gallery: Gallery, media_id: str) -> None:
    """Delete the original: from here on, the server decodes another file."""
    await gallery.pipeline.store.discard(media_id, [ORIGINAL])


async def test_a_jpeg_of_75_scans_is_refused_before_it_is_decoded(gallery: Gallery) -> None:
    answer = await gallery.upload(photographs.with_many_scans(75))

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["message"] == "This image has too many scans: please save it as a plain JPEG and try again"
    assert gallery.stored() == []


async def test_a_jpeg_of_a_million_markers_is_refused_before_they_are_counted(gallery: Gallery) -> None:
    answer = await gallery.upload(photographs.plain((1, 2, 3))[:-2] + b"\xff\xfe\x00\x02" * 1_000_000 + b"\xff\xd9")

    assert answer.json()["message"] == "Please upload an image file"


async def test_what_is_slow_to_decode_is_decoded_once(gallery: Gallery) -> None:
    for file in (SLOW, photographs.heic(2400, 1800), photographs.avif(2400, 1800), photographs.webp(2400, 1800)):
        said = (await gallery.upload(file)).json()
        await forget_original(gallery, said["mediaId"])

        cut = await gallery.cut(said["mediaId"], ratio="vertical", rotation=90)
        assert cut.status_code == 201, cut.text
        assert (cut.json()["width"], cut.json()["height"]) == (1800, 2400)
        assert await finish_medium(gallery.pipeline, said["mediaId"])


async def test_a_cameras_own_jpeg_is_kept_once(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.jpeg())).json()

    assert [name.rpartition("/")[2] for name in gallery.stored()] == ["1080.jpg", ORIGINAL]
    assert said["mediaId"]


async def test_nobody_can_see_what_is_kept_for_decoding(gallery: Gallery) -> None:
    said = (await gallery.upload(SLOW)).json()

    assert (await gallery.see(f"/media/{said['mediaId']}/{SOURCE}")).status_code == 404


async def test_it_goes_a_day_later_and_the_photo_stays(gallery: Gallery) -> None:
    said = (await gallery.upload(SLOW)).json()
    await finish_medium(gallery.pipeline, said["mediaId"])
    await gallery.put_on_shelf(said["mediaId"])

    await remove_old_sources(gallery.pipeline, utc_now() + UNREFERENCED_FOR - timedelta(minutes=1))
    assert gallery.replaced == []
    await remove_old_sources(gallery.pipeline, utc_now() + UNREFERENCED_FOR + timedelta(minutes=1))
    await gallery.discard_what_was_replaced()

    names = [name.rpartition("/")[2] for name in gallery.stored()]
    assert SOURCE not in names
    assert {ORIGINAL, "1080.jpg", "2048.webp"} <= set(names)
    (row,) = await gallery.rows()
    assert not row["has_source"]


async def test_it_is_held_and_coloured_like_the_original_and_says_nothing_else(tmp_path: Path) -> None:
    # 2,000 pixels wide before it is turned upright, so that it is slow enough.
    files = {
        "turned": photographs.turned(6, 2000, 2400, kind="WEBP"),
        "in other colours": photographs.jpeg(2400, 1800, progressive=True),
        "of sixteen bits": photographs.deep_png(4000, 2400),
    }
    async with ImageWorkers() as workers:
        for name, content in files.items():
            file = tmp_path / name
            file.write_bytes(content)
            prepared = await workers.prepare(file)
            assert prepared.has_source, name
            source = source_path(file).read_bytes()
            assert CANARY.encode() not in source, name
            shown = pyvips.Image.new_from_buffer(source, "").autorot()
            assert (shown.width, shown.height) == (prepared.width, prepared.height), name
            if name == "turned":
                assert all(abs(a - b) < 12 for a, b in zip(shown(10, 10), CORNERS[0], strict=True))


async def test_who_uploads_something_small_does_not_wait_for_a_long_decode(photograph: Path, tmp_path: Path) -> None:
    async with ImageWorkers() as workers:
        stalled = Stalled(tmp_path)
        # Background work and slow images share one worker; everything else has another.
        behind = asyncio.create_task(workers.finish(stalled.file, member="mallory"))
        await stalled.is_being_read()
        long = asyncio.create_task(workers.prepare(long_to_decode(tmp_path), "mallet"))

        for member in "abcdef":
            assert (await workers.prepare(photograph, member)).width == 400
        assert not long.done()

        stalled.let_go(photographs.plain((10, 20, 30)))
        assert (await long).width == 6000
        assert len(await behind) == 3


async def test_an_image_that_takes_longer_than_its_header_says_goes_on_in_the_background(tmp_path: Path) -> None:
    file = tmp_path / "slow"
    # Just quick enough by the rules; without processor time it takes too long all the same.
    file.write_bytes(photographs.with_many_scans(MOST_SCANS, 3600, 2900))
    assert decoding_work("jpeg", 3600 * 2900, scans=MOST_SCANS) < QUICK_WORK
    async with ImageWorkers(WorkerLimits(cpu_seconds=0)) as workers:
        assert (await workers.prepare(file, "mallory")).width == 3600


async def test_a_member_who_used_up_their_worker_seconds_waits_and_others_do_not(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery.pipeline.workers, "seconds", WorkerSeconds(per_minute=30.0))
    first = await gallery.upload(photographs.png(), by="mallory")
    with gallery.pipeline.workers.seconds.charged_to("mallory"):
        gallery.pipeline.workers.seconds._now = lambda: time.monotonic() + 30.0
    second = await gallery.upload(photographs.png(), by="mallory")
    cut = await gallery.cut(first.json()["mediaId"], by="mallory")
    other = await gallery.upload(photographs.png(), by="bob")

    assert [each.status_code for each in (first, second, cut, other)] == [201, 429, 429, 201]
    assert second.json()["message"] == "Too many uploads. Please wait a little."
    assert int(second.headers["retry-after"]) > 0


async def test_a_busy_machine_does_not_make_a_photo_more_expensive(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = gallery.pipeline.workers.seconds
    before = seconds.used("alice")
    monkeypatch.setattr(seconds, "_now", itertools.count(0.0, 25.0).__next__)

    for _ in range(3):
        assert (await gallery.upload(photographs.png(), by="alice")).status_code == 201

    assert 0.0 < seconds.used("alice") - before < 25.0


def test_a_photograph_of_a_phone_is_quick() -> None:
    assert decoding_work("heic", 12_200_000) < QUICK_WORK
    assert decoding_work("jpeg", 48_000_000) < QUICK_WORK
    assert decoding_work("jpeg", 12_200_000, scans=10) < QUICK_WORK


def test_what_goes_over_many_pixels_often_is_not() -> None:
    assert decoding_work("jpeg", 48_000_000, scans=10) > QUICK_WORK
    assert decoding_work("avif", 48_000_000) > QUICK_WORK
    assert decoding_work("png", 48_000_000, interlaced=True) > QUICK_WORK > decoding_work("png", 48_000_000)
    assert decoding_work("jpeg", 640 * 480, scans=MOST_SCANS) < CHEAP_WORK
