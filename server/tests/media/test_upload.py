"""POST /api/media/uploads."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

import photographs
from inflow.media.http import requests
from inflow.media.jobs import delete_old_refusals
from inflow.media.pipeline import moderation
from inflow.media.pipeline.moderation import ModerationResult, ModerationScores
from media.conftest import Gallery
from reflow.errors import AppError
from reflow.postgres.database import Connection

SMALL = photographs.plain((10, 120, 40))


async def test_alice_uploads_a_photograph_of_twelve_megapixels(gallery: Gallery) -> None:
    original = photographs.jpeg()

    answer = await gallery.upload(original)

    assert answer.status_code == 201
    said = answer.json()
    assert set(said) == {"mediaId", "imageUrl", "width", "height", "thumbhash", "variants"}
    assert (said["width"], said["height"]) == (4032, 3024)
    assert said["imageUrl"] == f"/media/{said['mediaId']}/1080.jpg"
    assert said["variants"] == [{"width": 1080, "height": 810, "url": said["imageUrl"], "type": "image/jpeg"}]
    folder = f"{said['mediaId'][:2]}/{said['mediaId']}"
    assert gallery.stored() == [f"{folder}/1080.jpg", f"{folder}/original"]
    assert (gallery.folder / folder / "original").read_bytes() == original


async def test_the_row_says_whose_it_is_and_what(gallery: Gallery) -> None:
    said = (await gallery.upload(SMALL, by="bob")).json()

    (row,) = await gallery.rows()

    assert (row["id"], row["owner_id"], row["kind"], row["state"]) == (said["mediaId"], "bob", "jpeg", "prepared")
    assert (row["byte_size"], row["sha256"]) == (len(SMALL), hashlib.sha256(SMALL).hexdigest())
    assert [each["name"] for each in row["renditions"]] == ["1080.jpg"]
    assert gallery.scheduled == [row["id"]]


async def test_a_foto_that_was_chosen_by_one_member_is_not_taken_from_another(gallery: Gallery) -> None:
    async def sent(owner: str) -> int:
        headers = {"X-Member": "bob", "X-Owner": owner, "Content-Type": "image/jpeg"}
        return (await gallery.client.post("/api/media/uploads", content=SMALL, headers=headers)).status_code

    assert (await sent("alice"), await gallery.rows()) == (401, [])
    assert await sent("bob") == 201


async def test_a_form_is_as_good_as_bare_bytes(gallery: Gallery) -> None:
    answer = await gallery.client.post(
        "/api/media/uploads", files={"file": ("a.jpg", SMALL, "image/jpeg")}, headers={"X-Member": "alice"}
    )

    assert answer.status_code == 201
    (row,) = await gallery.rows()
    assert row["byte_size"] == len(SMALL)


async def test_a_form_without_a_file_is_refused(gallery: Gallery) -> None:
    answer = await gallery.client.post(
        "/api/media/uploads", files={"picture": ("a.jpg", SMALL, "image/jpeg")}, headers={"X-Member": "alice"}
    )

    assert (answer.status_code, answer.json()["message"]) == (400, "Please upload an image file")


async def test_a_broken_form_is_refused(gallery: Gallery) -> None:
    for content_type in ("multipart/form-data", "multipart/form-data; boundary=x"):
        answer = await gallery.upload(b"nothing of the kind", type=content_type)
        assert answer.status_code == 400
        assert answer.json() == {"code": "invalid", "message": "The upload could not be read"}


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/json", "application/x-www-form-urlencoded"])
async def test_other_types_of_body_are_refused(content_type: str, gallery: Gallery) -> None:
    answer = await gallery.upload(SMALL, type=content_type)

    assert (answer.status_code, answer.json()["message"]) == (400, "Please upload an image file")


async def test_who_is_signed_out_may_not(gallery: Gallery) -> None:
    answer = await gallery.upload(SMALL, by="")

    assert answer.status_code == 401
    assert answer.json() == {"code": "unauthenticated", "message": "Please log in."}
    assert gallery.stored() == []


async def test_another_site_may_not(gallery: Gallery) -> None:
    answer = await gallery.client.post(
        "/api/media/uploads",
        content=SMALL,
        headers={"X-Member": "alice", "Content-Type": "image/jpeg", "Sec-Fetch-Site": "cross-site"},
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_a_body_declared_too_large_is_refused(gallery: Gallery) -> None:
    answer = await gallery.client.post(
        "/api/media/uploads",
        content=SMALL,
        headers={"X-Member": "alice", "Content-Type": "image/jpeg", "Content-Length": str(26 * 1024 * 1024)},
    )

    assert answer.status_code == 413
    assert answer.json() == {"code": "too_large", "message": "Image size must be less than 25MB"}


async def test_a_body_that_grows_too_large_is_refused_where_it_does(gallery: Gallery) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield SMALL
        while True:
            sent += 1
            yield bytes(1 << 20)

    answer = await gallery.client.post(
        "/api/media/uploads", content=endless(), headers={"X-Member": "alice", "Content-Type": "image/jpeg"}
    )

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert sent <= 60, "what is read in order to be thrown away has an end too"
    assert answer.headers["connection"] == "close"
    assert gallery.stored() == []


async def test_what_is_no_photograph_is_kept_no_longer_than_its_first_bytes(gallery: Gallery) -> None:
    kept: list[int] = []

    async def film() -> AsyncIterator[bytes]:
        yield b"\x00\x00\x00\x18ftypisom" + bytes(100)
        kept.extend(file.stat().st_size for file in gallery.pipeline.folder.iterdir())
        yield bytes(1000)

    answer = await gallery.client.post(
        "/api/media/uploads", content=film(), headers={"X-Member": "alice", "Content-Type": "image/jpeg"}
    )

    assert (answer.status_code, answer.json()["message"]) == (400, "Please upload an image file")
    assert kept == []


async def test_a_refusal_is_heard_by_who_is_still_sending(gallery: Gallery) -> None:
    sent = 0

    async def long() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(10):
            sent += 1
            yield photographs.SVG * 100

    answer = await gallery.client.post(
        "/api/media/uploads", content=long(), headers={"X-Member": "alice", "Content-Type": "image/jpeg"}
    )

    assert answer.status_code == 400
    assert sent == 10
    assert "connection" not in answer.headers


async def test_first_bytes_that_come_one_by_one_are_understood(gallery: Gallery) -> None:
    async def drops() -> AsyncIterator[bytes]:
        for at in range(100):
            yield SMALL[at : at + 1]
        yield SMALL[100:]

    answer = await gallery.client.post(
        "/api/media/uploads", content=drops(), headers={"X-Member": "alice", "Content-Type": "image/jpeg"}
    )

    assert answer.status_code == 201


async def test_an_upload_that_stops_is_given_up(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "IDLE_TIMEOUT", 0.05)

    async def stalling() -> AsyncIterator[bytes]:
        yield SMALL[:500]
        await asyncio.Event().wait()

    answer = await gallery.client.post(
        "/api/media/uploads", content=stalling(), headers={"X-Member": "alice", "Content-Type": "image/jpeg"}
    )

    assert (answer.status_code, answer.json()["message"]) == (400, "The upload was interrupted")


async def test_what_is_screened_is_what_will_be_served(gallery: Gallery) -> None:
    said = (await gallery.upload(photographs.jpeg(1600, 1200))).json()

    served = await gallery.see(said["imageUrl"])

    assert gallery.screened == [served.content]


async def test_a_photograph_that_the_check_refuses_is_not_stored(gallery: Gallery) -> None:
    words = "This image contains explicit content that is not allowed."
    gallery.verdict = ModerationResult(allowed=False, message=words, kind="explicit")

    answer = await gallery.upload(SMALL)

    assert answer.status_code == 422
    assert answer.json() == {"code": "content_refused", "message": words, "kind": "explicit"}
    assert gallery.stored() == []
    assert await gallery.rows() == []


async def test_a_check_that_gives_no_words_refuses_with_the_usual_ones(gallery: Gallery) -> None:
    gallery.verdict = ModerationResult(allowed=False)

    answer = await gallery.upload(SMALL)

    assert (answer.status_code, answer.json()["code"]) == (422, "content_refused")
    assert answer.json()["message"] == "This image violates our content guidelines."
    assert gallery.stored() == []


async def test_by_what_a_photograph_was_let_pass_or_refused_is_kept_and_the_refused_one_is_not(
    gallery: Gallery,
) -> None:
    gallery.verdict = ModerationResult(allowed=True, scores=ModerationScores("nudenet-320n", 2, {"raw": 0.25}))
    assert (await gallery.upload(SMALL)).status_code == 201
    gallery.verdict = ModerationResult(
        allowed=False, kind="nudity", scores=ModerationScores("nudenet-320n", 2, {"raw": 0.75})
    )
    other = photographs.plain((1, 2, 3))

    assert (await gallery.upload(other, by="bob")).status_code == 422

    [kept], [refused] = await gallery.rows(), await gallery.refusals()
    assert kept["verdict"] == {"model": "nudenet-320n", "table": 2, "scores": {"raw": 0.25}}
    assert (refused["owner_id"], refused["kind"]) == ("bob", "nudity")
    assert refused["sha256"] == hashlib.sha256(other).hexdigest()
    assert refused["verdict"] == {"model": "nudenet-320n", "table": 2, "scores": {"raw": 0.75}}


async def test_what_was_refused_is_forgotten_after_ninety_days(gallery: Gallery) -> None:
    gallery.verdict = ModerationResult(allowed=False, kind="nudity")
    await gallery.upload(SMALL)
    then = datetime.now(UTC) + timedelta(days=90)

    await delete_old_refusals(gallery.pipeline, then - timedelta(hours=1))
    assert len(await gallery.refusals()) == 1
    await delete_old_refusals(gallery.pipeline, then + timedelta(hours=1))
    assert await gallery.refusals() == []


async def test_it_is_refused_also_where_that_cannot_be_written_down(gallery: Gallery) -> None:
    async def nobody(_connection: object, _owner_id: str) -> None:
        raise AppError("unauthenticated", "Gone")

    gallery.admit, gallery.verdict = nobody, ModerationResult(allowed=False, kind="nudity")

    assert (await gallery.upload(SMALL)).json()["code"] == "content_refused"
    assert await gallery.refusals() == []


async def test_a_check_that_fails_has_allowed_nothing(gallery: Gallery) -> None:
    gallery.verdict = ConnectionError("the check's server is away")

    answer = await gallery.upload(SMALL)

    assert answer.status_code == 503
    assert answer.json() == {"code": "unverified", "message": "Unable to verify image content. Please try again."}
    assert gallery.stored() == []
    assert await gallery.rows() == []


def test_a_check_may_take_the_specifications_thirty_seconds() -> None:
    assert moderation.TIMEOUT_SECONDS == 30


async def test_a_check_that_hangs_has_allowed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderation, "TIMEOUT_SECONDS", 0.01)

    async def hang(_jpeg: bytes) -> ModerationResult:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(AppError, match="Unable to verify"):
        await moderation.moderate(hang, b"")


async def test_what_cannot_be_registered_leaves_no_bytes(gallery: Gallery) -> None:
    gallery.scheduling_fails = True

    with pytest.raises(ConnectionError):
        await gallery.upload(SMALL)

    assert gallery.stored() == []
    assert await gallery.rows() == []


async def test_two_uploads_at_a_time(patient_gallery: Gallery) -> None:
    gallery, go_on = patient_gallery, asyncio.Event()

    async def slow(begun: asyncio.Event) -> AsyncIterator[bytes]:
        yield SMALL[:100]
        begun.set()
        await go_on.wait()
        yield SMALL[100:]

    async def begin() -> asyncio.Task[httpx.Response]:
        begun = asyncio.Event()
        headers = {"X-Member": "alice", "Content-Type": "image/jpeg"}
        call = gallery.client.post("/api/media/uploads", content=slow(begun), headers=headers)
        under_way = asyncio.create_task(call)
        await begun.wait()
        return under_way

    slow_ones = [await begin(), await begin()]
    third = await gallery.upload(SMALL)
    bobs = await gallery.upload(SMALL, by="bob")
    go_on.set()

    assert (third.status_code, third.json()["code"]) == (429, "rate_limited")
    assert third.json()["message"] == "Another image is still being uploaded"
    assert bobs.status_code == 201
    assert [(await each).status_code for each in slow_ones] == [201, 201]


async def test_the_21st_upload_of_a_minute_has_to_wait(patient_gallery: Gallery) -> None:
    answers = [(await patient_gallery.upload(SMALL)).status_code for _ in range(20)]
    next_one = await patient_gallery.upload(SMALL)
    bobs = await patient_gallery.upload(SMALL, by="bob")

    assert answers == [201] * 20
    assert (next_one.status_code, next_one.json()["code"]) == (429, "rate_limited")
    assert next_one.json()["message"] == "Too many uploads. Please wait a little."
    assert 1 <= int(next_one.headers["retry-after"]) <= 61
    assert bobs.status_code == 201


async def test_answers_are_neither_kept_nor_sniffed(gallery: Gallery) -> None:
    for answer in (await gallery.upload(SMALL), await gallery.upload(b"")):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-type"] == "application/json"


async def test_two_who_upload_at_once_and_collide_in_the_database_are_both_served(gallery: Gallery) -> None:
    met = asyncio.Barrier(2)
    counts: list[int] = []

    async def admit(connection: Connection, _owner_id: str) -> None:
        # Both uploads read before either of them writes, so the database must reject one of the two transactions.
        counts.append(await connection.raw.fetchval("SELECT count(*) FROM media"))
        if len(counts) <= 2:
            await met.wait()

    gallery.admit = admit
    answers = await asyncio.gather(gallery.upload(SMALL), gallery.upload(SMALL, by="bob"))

    assert [answer.status_code for answer in answers] == [201, 201]
    assert sorted(counts) == [0, 0, 1]
    assert len(await gallery.rows()) == 2


async def test_a_busy_house_says_so(gallery: Gallery) -> None:
    crowded = dataclasses.replace(gallery.pipeline.workers.limits, processes=0, queue=0)
    gallery.pipeline.workers.limits, usual = crowded, gallery.pipeline.workers.limits
    try:
        answer = await gallery.upload(SMALL)
    finally:
        gallery.pipeline.workers.limits = usual

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert gallery.stored() == []
