"""/api/media/resumable-uploads: uploads that go on where they stopped."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from obstore.store import MemoryStore

from inflow.media.pipeline.moderation import ModerationResult
from inflow.media.pipeline.upload_cleanup import remove_expired_uploads
from inflow.media.storage.store import MediaStore
from media.conftest import Gallery
from media.in_parts import HALF, NO_PHOTO, PHOTO, Cut, begin, finish, impatient, offset, parts, rows, send, sent


async def test_alice_uploads_a_photograph_in_parts(gallery: Gallery) -> None:
    url = await begin(gallery.client)
    for at in range(0, len(PHOTO), HALF):
        answer = await send(gallery.client, url, PHOTO[at : at + HALF], at)
        assert (answer.status_code, answer.headers["upload-offset"]) == (204, str(min(at + HALF, len(PHOTO))))
        assert answer.headers["tus-resumable"] == "1.0.0"

    answer = await finish(gallery.client, url)

    assert answer.status_code == 201
    said = answer.json()
    assert set(said) == {"mediaId", "imageUrl", "width", "height", "thumbhash", "variants"}
    original = await gallery.see(f"/api/media/{said['mediaId']}/original")
    assert original.content == PHOTO
    assert parts(gallery) == []
    assert gallery.scheduled == [said["mediaId"]]


async def test_the_answer_is_that_of_an_upload_in_one_piece(gallery: Gallery) -> None:
    in_parts = (await finish(gallery.client, await sent(gallery))).json()
    in_one = (await gallery.upload(PHOTO)).json()

    assert str(in_parts).replace(in_parts["mediaId"], "") == str(in_one).replace(in_one["mediaId"], "")


async def test_an_upload_that_broke_off_goes_on_where_it_stopped(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await begin(gallery.client)
    with impatient(monkeypatch):
        broken = await send(gallery.client, url, Cut(PHOTO[:HALF]), 0)
    assert (broken.status_code, broken.json()["message"]) == (400, "The upload was interrupted")

    assert await offset(gallery.client, url) == HALF
    assert (await send(gallery.client, url, PHOTO[HALF:], HALF)).status_code == 204
    assert (await finish(gallery.client, url)).status_code == 201


async def test_a_client_that_comes_back_does_not_wait_for_its_broken_request(gallery: Gallery) -> None:
    url, body = await begin(gallery.client), Cut(PHOTO[:HALF])
    broken = asyncio.create_task(send(gallery.client, url, body, 0))
    await body.has_come.wait()

    assert await offset(gallery.client, url) == HALF
    assert (await send(gallery.client, url, PHOTO[HALF:], HALF)).status_code == 204
    body.is_closed.set()
    assert (await broken).status_code == 400


async def test_a_request_that_takes_too_long_leaves_what_it_brought(gallery: Gallery) -> None:
    url, body = await begin(gallery.client), Cut(PHOTO[:HALF])
    slow = asyncio.create_task(send(gallery.client, url, body, 0))
    await body.has_come.wait()

    slow.cancel()
    await asyncio.wait({slow})

    assert await offset(gallery.client, url) == HALF


async def test_an_upload_goes_on_at_another_machine(gallery: Gallery) -> None:
    url = await begin(gallery.client)
    await send(gallery.client, url, PHOTO[:HALF], 0)
    async with gallery.another_machine() as there:
        assert await offset(there, url) == HALF
        assert (await send(there, url, PHOTO[HALF:], HALF)).status_code == 204
        answer = await finish(there, url)

    assert answer.status_code == 201
    assert (await finish(gallery.client, url)).json() == answer.json()


async def test_parts_may_lie_in_a_bucket(gallery: Gallery) -> None:
    """A bucket's failures differ from a folder's."""
    bucket = MediaStore(MemoryStore())
    object.__setattr__(gallery.pipeline, "store", bucket)
    url = await begin(gallery.client)
    await send(gallery.client, url, PHOTO[:HALF], 0)
    await send(gallery.client, url, PHOTO[HALF:], HALF)
    assert list(await bucket.uploads_with_parts()) == [url.rpartition("/")[2]]

    assert (await finish(gallery.client, url)).status_code == 201

    assert await bucket.uploads_with_parts() == {}
    lost = await sent(gallery)
    await bucket.remove_parts(lost.rpartition("/")[2])
    assert (await finish(gallery.client, lost)).status_code == 404


async def test_of_two_machines_that_get_the_same_bytes_one_keeps_them(gallery: Gallery) -> None:
    url, body = await begin(gallery.client), Cut(PHOTO[:HALF])
    slow = asyncio.create_task(send(gallery.client, url, body, 0))
    await body.has_come.wait()
    async with gallery.another_machine() as there:
        assert (await send(there, url, PHOTO, 0)).status_code == 204

    assert await offset(gallery.client, url) == len(PHOTO)
    body.is_closed.set()
    assert (await slow).status_code == 409
    assert len(parts(gallery)) == 1
    assert (await finish(gallery.client, url)).status_code == 201


async def test_of_two_machines_that_finish_at_once_both_answer_with_one_medium(gallery: Gallery) -> None:
    url, met, count = await sent(gallery), asyncio.Barrier(2), 0

    async def admit(_connection: object, _owner_id: str) -> None:
        nonlocal count
        count += 1
        if count <= 2:
            await met.wait()

    gallery.admit = admit
    async with gallery.another_machine() as there:
        answers = await asyncio.gather(finish(gallery.client, url), finish(there, url))

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    (row,) = await gallery.rows()
    assert {key.split("/")[1] for key in gallery.stored()} == {row["id"]}


async def test_what_is_no_photograph_is_refused_at_its_first_bytes_and_leaves_nothing(gallery: Gallery) -> None:
    for sizes in ([len(NO_PHOTO)], [10, 30, 40]):
        url, at = await begin(gallery.client, 1000), 0
        for size in sizes:
            answer = await send(gallery.client, url, NO_PHOTO[at : at + size], at)
            at += size
        assert (answer.status_code, answer.json()["message"]) == (400, "Please upload an image file")
        assert (await rows(gallery), gallery.stored()) == (0, [])


async def test_a_photograph_whose_first_bytes_come_one_by_one_is_understood(gallery: Gallery) -> None:
    url = await begin(gallery.client)
    for at in range(70):
        assert (await send(gallery.client, url, PHOTO[at : at + 1], at)).status_code == 204
    await send(gallery.client, url, PHOTO[70:], 70)

    assert (await finish(gallery.client, url)).status_code == 201


async def test_a_few_bytes_that_are_no_photograph_are_refused_at_the_end(gallery: Gallery) -> None:
    answer = await finish(gallery.client, await sent(gallery, b"tiny"))

    assert (answer.status_code, answer.json()["message"]) == (400, "Please upload an image file")
    assert (await rows(gallery), gallery.stored()) == (0, [])


async def test_a_photograph_that_has_not_arrived_is_not_finished(gallery: Gallery) -> None:
    url = await begin(gallery.client)
    await send(gallery.client, url, PHOTO[:-1], 0)

    answer = await finish(gallery.client, url)

    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["message"] == "This photo has not arrived completely. Please try again."
    await send(gallery.client, url, PHOTO[-1:], len(PHOTO) - 1)
    assert (await finish(gallery.client, url)).status_code == 201


async def test_a_repeated_finish_gives_the_same_medium(gallery: Gallery) -> None:
    url = await sent(gallery)

    first, second = await finish(gallery.client, url), await finish(gallery.client, url)

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert len(await gallery.rows()) == 1


async def test_a_finished_upload_takes_no_more_bytes(gallery: Gallery) -> None:
    url = await sent(gallery)
    await finish(gallery.client, url)

    assert await offset(gallery.client, url) == len(PHOTO)
    assert (await send(gallery.client, url, b"x", len(PHOTO))).status_code == 413
    assert parts(gallery) == []


async def test_a_photograph_that_the_check_refuses_leaves_nothing(gallery: Gallery) -> None:
    gallery.verdict = ModerationResult(allowed=False, kind="nudity")
    url = await sent(gallery)

    answer = await finish(gallery.client, url)

    assert (answer.status_code, answer.json()["code"]) == (422, "content_refused")
    assert "connection" not in answer.headers
    assert (await rows(gallery), gallery.stored(), await gallery.rows()) == (0, [], [])
    assert (await finish(gallery.client, url)).status_code == 404


async def test_after_a_refusal_that_passes_the_bytes_need_not_be_sent_again(gallery: Gallery) -> None:
    url = await sent(gallery)
    gallery.verdict = ConnectionError("the check's server is away")
    assert (await finish(gallery.client, url)).json()["code"] == "unverified"

    gallery.verdict = ModerationResult(allowed=True)

    assert (await finish(gallery.client, url)).status_code == 201


async def test_what_cannot_be_registered_can_be_finished_again(gallery: Gallery) -> None:
    url = await sent(gallery)
    gallery.scheduling_fails = True
    with pytest.raises(ConnectionError):
        await finish(gallery.client, url)
    gallery.scheduling_fails = False

    assert (await finish(gallery.client, url)).status_code == 201
    assert len(await gallery.rows()) == 1


async def test_an_eleventh_unfinished_upload_removes_the_oldest(gallery: Gallery) -> None:
    finished = await sent(gallery)
    await finish(gallery.client, finished)
    urls = [await begin(gallery.client) for _ in range(10)]
    await send(gallery.client, urls[0], PHOTO[:HALF], 0)
    bobs = await begin(gallery.client, by="bob")
    assert await offset(gallery.client, urls[0]) == HALF

    await begin(gallery.client)

    assert (await finish(gallery.client, urls[0])).status_code == 404
    assert parts(gallery) == []
    assert await offset(gallery.client, urls[1]) == 0
    assert (await finish(gallery.client, finished)).status_code == 201
    assert (await finish(gallery.client, bobs, by="bob")).status_code == 409


async def test_after_a_day_it_is_gone(gallery: Gallery) -> None:
    url = await sent(gallery)
    then = datetime.now(UTC) + timedelta(hours=24)

    await remove_expired_uploads(gallery.pipeline, then - timedelta(minutes=5))
    assert await offset(gallery.client, url) == len(PHOTO)
    await remove_expired_uploads(gallery.pipeline, then + timedelta(minutes=5))

    assert (await rows(gallery), gallery.stored()) == (0, [])
    assert (await finish(gallery.client, url)).status_code == 404


async def test_parts_without_a_row_go_after_a_day(gallery: Gallery) -> None:
    await sent(gallery)
    async with gallery.pipeline.database.connection() as connection:
        await connection.raw.execute("DELETE FROM uploads")
    now = datetime.now(UTC)

    await remove_expired_uploads(gallery.pipeline, now + timedelta(hours=23))
    assert len(parts(gallery)) == 1
    await remove_expired_uploads(gallery.pipeline, now + timedelta(hours=25))
    assert gallery.stored() == []


async def test_an_upload_whose_parts_no_backup_had_begins_again(gallery: Gallery) -> None:
    url = await sent(gallery)
    (part,) = parts(gallery)
    (gallery.folder / part).unlink()

    answer = await finish(gallery.client, url)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert await rows(gallery) == 0


async def test_backups_and_the_daily_sweep_pass_over_unfinished_uploads(gallery: Gallery) -> None:
    await sent(gallery)

    assert await gallery.pipeline.store.prefixes() == []
