"""/api/imports: what is refused, and how much is taken."""

from __future__ import annotations

import shutil

import pytest

from imports.uploads.conftest import Archives, headers
from inflow.imports.rules import IS_TAR
from inflow.imports.uploads import receiving
from inflow.imports.uploads.routes import PATH
from inflow.media.storage.quota import StorageQuota
from media.in_parts import NO_PHOTO, offset, send

ZIP = b"PK\x03\x04" + bytes(range(250)) * 40
HALF = len(ZIP) // 2


def set_quota(archives: Archives, quota: StorageQuota) -> None:
    object.__setattr__(archives.gallery.pipeline, "quota", quota)


@pytest.mark.parametrize(("more", "status"), [(-1, 201), (0, 201), (1, 413), (10**12, 413)])
async def test_an_archive_has_at_most_the_bytes_of_the_setting(more: int, status: int, archives: Archives) -> None:
    set_quota(archives, StorageQuota(floor=0, free=lambda _: 1.0))
    answer = await archives.client.post(PATH, headers=headers(archives.most_bytes + more))

    assert answer.status_code == status
    if status == 413:
        assert (answer.json()["code"], answer.json()["message"]) == ("too_large", "An archive can have up to 4.3 GB.")


@pytest.mark.parametrize(("size", "status"), [(0, 400), (3, 400), (4, 201)])
async def test_a_file_that_is_too_short_for_a_zip_is_refused(size: int, status: int, archives: Archives) -> None:
    answer = await archives.client.post(PATH, headers=headers(size))

    assert answer.status_code == status
    if status == 400:
        assert answer.json()["message"] == "Please choose a ZIP file."


@pytest.mark.parametrize("pieces", [[NO_PHOTO], [b"PK\x03", b"\x05" + ZIP[4:]]], ids=["at-once", "in-the-second-part"])
async def test_what_is_no_zip_is_refused_at_its_first_bytes_and_leaves_nothing(
    pieces: list[bytes], archives: Archives
) -> None:
    url, at = await archives.begin(20_000), 0
    for piece in pieces:
        answer = await send(archives.client, url, piece, at)
        at += len(piece)

    assert (answer.status_code, answer.json()["message"]) == (400, "Please choose a ZIP file.")
    assert (await archives.rows(), archives.parts()) == ([], [])


async def test_a_compressed_tar_is_refused_with_what_to_do(archives: Archives) -> None:
    url = await archives.begin(20_000)

    assert (await send(archives.client, url, b"\x1f\x8b\x08\x00" + bytes(60), 0)).json()["message"] == IS_TAR


@pytest.mark.parametrize(("quota", "status"), [(0, 507), (1, 201)])
async def test_a_member_without_any_room_left_sends_no_archive(quota: int, status: int, archives: Archives) -> None:
    set_quota(archives, StorageQuota(quota=quota, floor=0))

    assert (await archives.client.post(PATH, headers=headers(len(ZIP)))).status_code == status


@pytest.mark.parametrize(("more", "status"), [(-1, 201), (0, 201), (1, 507)])
async def test_the_archives_of_all_members_together_have_a_most(
    more: int, status: int, archives: Archives, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert receiving.MOST_TOGETHER == 10
    monkeypatch.setattr(receiving, "MOST_TOGETHER", 1)
    set_quota(archives, StorageQuota(floor=0, free=lambda _: 1.0))
    await archives.begin(archives.most_bytes - 20_000, by="bob")
    answer = await archives.client.post(PATH, headers=headers(20_000 + more))

    assert answer.status_code == status
    # An archive that replaces another one of the same member takes no room twice.
    assert (await archives.client.post(PATH, headers=headers(20_000))).status_code == 201


async def test_what_others_have_still_to_send_counts_as_sent(archives: Archives) -> None:
    total = shutil.disk_usage(archives.gallery.folder).total
    size = archives.most_bytes
    set_quota(archives, StorageQuota(floor=0.5, free=lambda _: 0.5 + 1.5 * size / total))
    await archives.begin(size, by="bob")

    refused = await archives.client.post(PATH, headers=headers(size))
    assert (refused.status_code, refused.json()["code"]) == (507, "no_room")
    assert (await archives.client.post(PATH, headers=headers(size // 3))).status_code == 201


async def test_the_disk_must_have_room_for_the_archive_and_for_each_part(archives: Archives) -> None:
    set_quota(archives, StorageQuota(floor=0.5, free=lambda _: 0.5))
    refused = await archives.client.post(PATH, headers=headers(len(ZIP)))
    assert (refused.status_code, refused.json()) == (507, {"code": "no_room", "message": receiving.NO_ROOM})

    set_quota(archives, StorageQuota(floor=0))
    url = await archives.begin(len(ZIP))
    set_quota(archives, StorageQuota(floor=0.5, free=lambda _: 0.5))

    assert (await send(archives.client, url, ZIP, 0)).status_code == 507
    assert await offset(archives.client, url) == 0


async def test_a_request_brings_at_most_64_megabytes(archives: Archives, monkeypatch: pytest.MonkeyPatch) -> None:
    assert receiving.MOST_PART_BYTES == 64 * 1024 * 1024
    monkeypatch.setattr(receiving, "MOST_PART_BYTES", HALF)
    url = await archives.begin(len(ZIP))

    assert (await send(archives.client, url, ZIP[: HALF + 1], 0)).status_code == 413
    assert (await send(archives.client, url, ZIP[:HALF], 0)).status_code == 204


async def test_an_archive_has_at_most_two_thousand_parts(archives: Archives, monkeypatch: pytest.MonkeyPatch) -> None:
    assert receiving.MOST_PARTS == 2_000
    monkeypatch.setattr(receiving, "MOST_PARTS", 3)
    url = await archives.begin(len(ZIP))
    statuses = [(await send(archives.client, url, ZIP[at : at + 1], at)).status_code for at in range(4)]

    assert statuses == [204, 204, 204, 409]
    assert (await archives.rows(), archives.parts()) == ([], [])


async def test_the_seventh_archive_that_is_begun_in_a_minute_has_to_wait(patient_archives: Archives) -> None:
    for _ in range(6):
        await patient_archives.begin(len(ZIP))

    answer = await patient_archives.client.post(PATH, headers=headers(len(ZIP)))

    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
