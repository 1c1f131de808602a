"""/api/media/resumable-uploads: the tus protocol, and what makes a photograph of the bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpx
import pytest

import photographs
from inflow.media.http import requests
from inflow.media.pipeline import resumable_uploads
from inflow.media.pipeline.moderation import ModerationResult
from inflow.media.pipeline.upload_cleanup import remove_expired_uploads
from inflow.media.rules import MOST_BYTES
from inflow.media.storage.quota import StorageQuota
from media.conftest import Gallery
from reflow.errors import AppError

PATH = "/api/media/resumable-uploads"
PHOTO = photographs.plain((10, 120, 40))
HALF = len(PHOTO) // 2
BYTES = "application/offset+octet-stream"
Content = bytes | AsyncIterable[bytes]
TUS = {"Tus-Resumable": "1.0.0"}
NO_PHOTO = b"Once upon a time there was a member who uploaded a fairy tale instead of a foto."


async def begin(client: httpx.AsyncClient, size: int = len(PHOTO), *, by: str = "alice") -> str:
    """Where the bytes go."""
    answer = await client.post(PATH, headers={**TUS, "Upload-Length": str(size), "X-Member": by})
    assert answer.status_code == 201, answer.text
    return str(answer.headers["location"])


async def send(
    client: httpx.AsyncClient,
    url: str,
    content: bytes | AsyncIterator[bytes],
    at: int,
    *,
    by: str = "alice",
    **more: str,
) -> httpx.Response:
    headers = {**TUS, "Content-Type": BYTES, "Upload-Offset": str(at), "X-Member": by, **more}
    return await client.patch(url, content=content, headers=headers)


async def offset(client: httpx.AsyncClient, url: str) -> int:
    answer = await client.head(url, headers={**TUS, "X-Member": "alice"})
    assert answer.status_code == 200
    return int(answer.headers["upload-offset"])


async def finish(client: httpx.AsyncClient, url: str, *, by: str = "alice") -> httpx.Response:
    return await client.post(f"{url}/finish", headers={"X-Member": by})


async def sent(gallery: Gallery, photo: bytes = PHOTO, *, by: str = "alice") -> str:
    """Where all bytes of a photo have gone."""
    url = await begin(gallery.client, len(photo), by=by)
    assert (await send(gallery.client, url, photo, 0, by=by)).status_code == 204
    return url


async def rows(gallery: Gallery) -> int:
    async with gallery.pipeline.database.connection() as connection:
        return int(await connection.raw.fetchval("SELECT count(*) FROM uploads"))


def parts(gallery: Gallery) -> list[str]:
    return [key for key in gallery.stored() if key.startswith("uploads/")]


class Cut:
    """A body that breaks off: these bytes come, and then nothing more, until the line is closed."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.has_come, self.is_closed = asyncio.Event(), asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._content
        self.has_come.set()
        await self.is_closed.wait()


@contextmanager
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that gives up at once when nothing more comes."""
    with monkeypatch.context() as patched:
        patched.setattr(requests, "IDLE_TIMEOUT", 0.05)
        yield


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


@pytest.mark.parametrize("at", [0, HALF - 1, HALF + 1, len(PHOTO) - HALF + 1])
async def test_other_bytes_than_the_next_ones_are_refused(at: int, gallery: Gallery) -> None:
    url = await begin(gallery.client)
    await send(gallery.client, url, PHOTO[:HALF], 0)

    refused = await send(gallery.client, url, PHOTO[HALF : HALF + 1], at)

    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert refused.headers["tus-resumable"] == "1.0.0"
    assert await offset(gallery.client, url) == HALF
    assert len(parts(gallery)) == 1


@pytest.mark.parametrize(("more", "status"), [(-1, 204), (0, 204), (1, 413)], ids=["one-less", "all", "one-more"])
async def test_no_more_bytes_are_taken_than_were_announced(more: int, status: int, gallery: Gallery) -> None:
    async def body() -> AsyncIterator[bytes]:
        yield PHOTO[:-1]
        if more >= 0:
            yield PHOTO[-1:] + bytes(more)

    for content in (PHOTO[: len(PHOTO) + more] + bytes(max(more, 0)), body()):
        url = await begin(gallery.client)
        assert (await send(gallery.client, url, content, 0)).status_code == status
        assert await offset(gallery.client, url) == (0 if status == 413 else len(PHOTO) + more)


@pytest.mark.parametrize(
    ("size", "status"),
    [(0, 400), (1, 201), (MOST_BYTES - 1, 201), (MOST_BYTES, 201), (MOST_BYTES + 1, 413), (10**17, 413)],
)
async def test_a_photograph_has_at_most_25_megabytes(size: int, status: int, gallery: Gallery) -> None:
    answer = await gallery.client.post(PATH, headers={**TUS, "Upload-Length": str(size), "X-Member": "alice"})

    assert answer.status_code == status
    if status == 413:
        assert answer.json() == {"code": "too_large", "message": "Image size must be less than 25MB"}


async def test_the_headers_of_a_creation(gallery: Gallery) -> None:
    answer = await gallery.client.post(PATH, headers={**TUS, "Upload-Length": "1000", "X-Member": "alice"})

    assert answer.headers["location"].startswith(f"{PATH}/")
    assert answer.headers["tus-resumable"] == "1.0.0"
    assert answer.headers["cache-control"] == "no-store"
    left = parsedate_to_datetime(answer.headers["upload-expires"]) - datetime.now(UTC)
    assert timedelta(hours=23) < left <= timedelta(hours=24)


async def test_how_far_it_is_is_kept_by_no_cache(gallery: Gallery) -> None:
    url = await begin(gallery.client)
    answer = await gallery.client.head(url, headers={**TUS, "X-Member": "alice"})

    assert (answer.headers["upload-offset"], answer.headers["upload-length"]) == ("0", str(len(PHOTO)))
    assert answer.headers["cache-control"] == "no-store"
    assert "upload-expires" in answer.headers


async def test_a_client_may_ask_what_this_server_speaks(gallery: Gallery) -> None:
    for path in (PATH, f"{PATH}/anything"):
        answer = await gallery.client.options(path)
        assert answer.status_code == 204
        assert answer.headers["tus-version"] == "1.0.0"
        assert answer.headers["tus-extension"] == "creation,termination,expiration"
        assert answer.headers["tus-max-size"] == str(MOST_BYTES)


@pytest.mark.parametrize("version", ["", "0.2.2", "2.0.0"])
async def test_another_version_of_the_protocol_is_refused(version: str, gallery: Gallery) -> None:
    url = await begin(gallery.client)
    for method, path in (("POST", PATH), ("HEAD", url), ("PATCH", url), ("DELETE", url)):
        headers = {"X-Member": "alice", "Upload-Length": "10", "Upload-Offset": "0", "Content-Type": BYTES}
        answer = await gallery.client.request(method, path, headers={**headers, "Tus-Resumable": version})
        assert (answer.status_code, answer.headers["tus-version"]) == (412, "1.0.0")
    assert await offset(gallery.client, url) == 0


async def test_bytes_of_another_type_are_refused(gallery: Gallery) -> None:
    url = await begin(gallery.client)
    answer = await send(gallery.client, url, PHOTO, 0, **{"Content-Type": "image/jpeg"})

    assert answer.status_code == 415
    assert await offset(gallery.client, url) == 0


@pytest.mark.parametrize("number", ["", "-1", "1.5", "x", "1" * 5000, "\u00b2", "0x10", " "])
async def test_numbers_that_are_none_are_refused(number: str, gallery: Gallery) -> None:
    raw = number.encode("latin-1")
    headers: list[tuple[bytes, bytes]] = [(b"Tus-Resumable", b"1.0.0"), (b"X-Member", b"alice")]
    url = await begin(gallery.client)
    created = await gallery.client.post(PATH, headers=[*headers, (b"Upload-Length", raw)])
    patch_headers = [*headers, (b"Upload-Offset", raw), (b"Content-Type", BYTES.encode())]
    patched = await gallery.client.patch(url, content=PHOTO, headers=patch_headers)

    for answer in (created, patched):
        assert (answer.status_code, answer.json()["message"]) == (400, "The upload could not be read")


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


@pytest.mark.parametrize("by", ["bob", ""], ids=["another-member", "signed-out"])
async def test_another_member_can_do_nothing_with_it(by: str, gallery: Gallery) -> None:
    url, status = await sent(gallery), 404 if by else 401
    headers = {**TUS, "X-Member": by}

    answers = [
        await gallery.client.head(url, headers=headers),
        await send(gallery.client, url, b"", len(PHOTO), by=by),
        await gallery.client.delete(url, headers=headers),
        await finish(gallery.client, url, by=by),
    ]

    assert [answer.status_code for answer in answers] == [status] * 4
    missing = await finish(gallery.client, f"{PATH}/{'a' * 26}", by=by)
    assert answers[-1].content == missing.content
    assert await offset(gallery.client, url) == len(PHOTO)


@pytest.mark.parametrize("upload_id", ["%00", "nonsense", "%ff", "a" * 3000])
async def test_an_id_that_is_none_leads_nowhere(upload_id: str, gallery: Gallery) -> None:
    answer = await gallery.client.head(f"{PATH}/{upload_id}", headers={**TUS, "X-Member": "alice"})

    assert answer.status_code == 404


async def test_another_site_and_a_page_of_another_member_may_not(gallery: Gallery) -> None:
    url = await sent(gallery)
    for headers, status in (({"Sec-Fetch-Site": "cross-site"}, 403), ({"X-Owner": "bob"}, 401)):
        all_headers = {**TUS, "X-Member": "alice", "Upload-Length": "9", **headers}
        assert (await gallery.client.post(PATH, headers=all_headers)).status_code == status
        assert (await gallery.client.head(url, headers=all_headers)).status_code == status
        assert (await gallery.client.delete(url, headers=all_headers)).status_code == status
        assert (await gallery.client.post(f"{url}/finish", headers=all_headers)).status_code == status
        assert (await send(gallery.client, url, b"", len(PHOTO), **headers)).status_code == status


async def test_nobody_can_read_an_unfinished_upload(gallery: Gallery) -> None:
    url = await sent(gallery)
    upload_id, (part,) = url.rpartition("/")[2], parts(gallery)

    for path in (url, f"/media/{upload_id}/original", f"/media/{part}", f"/api/media/{upload_id}/original", f"/{part}"):
        answer = await gallery.see(path)
        assert answer.status_code in {404, 405}
        assert PHOTO not in answer.content


async def test_alice_stops_her_upload(gallery: Gallery) -> None:
    url = await begin(gallery.client)
    await send(gallery.client, url, PHOTO[:HALF], 0)
    headers = {**TUS, "X-Member": "alice"}

    assert (await gallery.client.delete(url, headers=headers)).status_code == 204

    assert (await rows(gallery), gallery.stored()) == (0, [])
    assert (await gallery.client.head(url, headers=headers)).status_code == 404


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


async def test_the_thirteenth_upload_that_is_begun_in_a_minute_has_to_wait(patient_gallery: Gallery) -> None:
    for _ in range(12):
        await begin(patient_gallery.client)
    headers = {**TUS, "Upload-Length": "9", "X-Member": "alice"}

    answer = await patient_gallery.client.post(PATH, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert "retry-after" in answer.headers


async def test_a_finish_counts_as_an_upload(patient_gallery: Gallery) -> None:
    for _ in range(6):
        assert (await patient_gallery.upload(PHOTO)).status_code == 201
    url = await sent(patient_gallery)

    assert (await finish(patient_gallery.client, url)).status_code == 429
    assert parts(patient_gallery) != []


async def test_an_upload_has_at_most_two_hundred_parts(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    assert resumable_uploads.MOST_PARTS == 200
    monkeypatch.setattr(resumable_uploads, "MOST_PARTS", 3)
    url = await begin(gallery.client)
    statuses = [(await send(gallery.client, url, PHOTO[at : at + 1], at)).status_code for at in range(4)]

    assert statuses == [204, 204, 204, 409]
    assert (await rows(gallery), gallery.stored()) == (0, [])


async def test_there_must_be_room_before_the_first_byte(gallery: Gallery) -> None:
    headers = {**TUS, "Upload-Length": str(len(PHOTO)), "X-Member": "alice"}
    object.__setattr__(gallery.pipeline, "quota", StorageQuota(quota=len(PHOTO) - 1))

    answer = await gallery.client.post(PATH, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (507, "no_room")
    object.__setattr__(gallery.pipeline, "quota", StorageQuota(quota=len(PHOTO), floor=0))
    assert (await gallery.client.post(PATH, headers=headers)).status_code == 201


async def test_who_has_left_begins_nothing(gallery: Gallery) -> None:
    async def nobody(_connection: object, _owner_id: str) -> None:
        raise AppError("unauthenticated", "Gone")

    gallery.admit = nobody
    answer = await gallery.client.post(PATH, headers={**TUS, "Upload-Length": "9", "X-Member": "alice"})

    assert answer.status_code == 401
    assert await rows(gallery) == 0


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
