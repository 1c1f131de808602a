"""/api/media/resumable-uploads: the tus protocol, its limits, and who may use it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest

from inflow.media.pipeline import resumable_uploads
from inflow.media.rules import MOST_BYTES
from inflow.media.storage.quota import StorageQuota
from media.conftest import Gallery
from media.in_parts import BYTES, HALF, PATH, PHOTO, TUS, begin, finish, offset, parts, rows, send, sent
from reflow.errors import AppError


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


async def test_the_25th_upload_that_is_begun_in_a_minute_has_to_wait(patient_gallery: Gallery) -> None:
    for _ in range(24):
        await begin(patient_gallery.client)
    headers = {**TUS, "Upload-Length": "9", "X-Member": "alice"}

    answer = await patient_gallery.client.post(PATH, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert "retry-after" in answer.headers


async def test_a_finish_counts_as_an_upload(patient_gallery: Gallery) -> None:
    for _ in range(20):
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
    async def refuse_all(_connection: object, _owner_id: str) -> None:
        raise AppError("unauthenticated", "Gone")

    gallery.admit = refuse_all
    answer = await gallery.client.post(PATH, headers={**TUS, "Upload-Length": "9", "X-Member": "alice"})

    assert answer.status_code == 401
    assert await rows(gallery) == 0
