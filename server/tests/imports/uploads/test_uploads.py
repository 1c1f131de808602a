"""/api/imports: archives that members send in parts, to import them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from imports.uploads.conftest import Archives, headers
from inflow.imports.rules import ANOTHER_IMPORT, WAITS_FOR
from inflow.imports.segments import read_range
from inflow.imports.uploads.receiving import remove_expired
from inflow.imports.uploads.routes import PATH
from media.in_parts import TUS, Cut, finish, impatient, offset, send
from reflow.errors import AppError

ZIP = b"PK\x03\x04" + bytes(range(250)) * 40
HALF = len(ZIP) // 2
ALICE = {**TUS, "X-Member": "alice"}


async def all_sent(archives: Archives, *, by: str = "alice") -> str:
    """Where all bytes of an archive have gone."""
    url = await archives.begin(len(ZIP), by=by)
    assert (await send(archives.client, url, ZIP, 0, by=by)).status_code == 204
    return url


def id_in(url: str) -> str:
    return url.rpartition("/")[2]


async def test_alice_sends_an_archive_in_parts_and_it_is_read(archives: Archives) -> None:
    url = await archives.begin(len(ZIP))
    for at in range(0, len(ZIP), HALF):
        answer = await send(archives.client, url, ZIP[at : at + HALF], at)
        assert (answer.status_code, answer.headers["upload-offset"]) == (204, str(min(at + HALF, len(ZIP))))

    assert (await finish(archives.client, url)).status_code == 204

    assert archives.begun == [id_in(url)]
    assert await archives.unfinished() is None
    (row,) = await archives.rows()
    assert (row["state"], row["file_name"], row["byte_size"]) == ("reading", "moving.zip", len(ZIP))
    assert row["import_id"] is None, "the upload's row is gone"
    pipeline, stored, opened = archives.gallery.pipeline, b"", b""
    for name, size in await pipeline.store.import_segments(id_in(url)):
        stored += await asyncio.to_thread(pipeline.store.import_range, id_in(url), name, 0, size)
        opened += await asyncio.to_thread(read_range, pipeline, id_in(url), name, 0, size)
    assert opened == ZIP
    assert len(stored) == len(ZIP)
    assert stored[:16] != ZIP[:16], "the store has it encrypted"


async def test_finishing_twice_reads_it_once(archives: Archives) -> None:
    url = await all_sent(archives)
    async with archives.another_machine() as there:
        answers = await asyncio.gather(finish(archives.client, url), finish(there, url))
    again = await finish(archives.client, url)

    assert [each.status_code for each in (*answers, again)] == [204] * 3
    assert archives.begun == [id_in(url)]


async def test_an_archive_whose_reading_is_not_begun_can_be_finished_again(archives: Archives) -> None:
    url = await all_sent(archives)
    archives.begin_fails = True
    with pytest.raises(ConnectionError):
        await finish(archives.client, url)
    assert (await archives.unfinished())["received"] == len(ZIP)

    archives.begin_fails = False

    assert (await finish(archives.client, url)).status_code == 204
    assert archives.begun == [id_in(url)]


async def test_what_a_killed_process_stored_and_did_not_note_is_not_read(archives: Archives) -> None:
    url = await all_sent(archives)
    lost = archives.gallery.folder / "imports" / id_in(url) / "000000005002-lost"
    lost.write_bytes(b"lost")

    await finish(archives.client, url)

    assert len(archives.parts()) == 1
    assert not lost.exists()


async def test_an_archive_goes_on_where_a_cut_line_stopped_it(
    archives: Archives, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await archives.begin(len(ZIP))
    with impatient(monkeypatch):
        broken = await send(archives.client, url, Cut(ZIP[:HALF]), 0)
    assert (broken.status_code, broken.json()["message"]) == (400, "The upload was interrupted")

    assert await offset(archives.client, url) == HALF
    assert (await send(archives.client, url, ZIP[HALF:], HALF)).status_code == 204
    assert (await finish(archives.client, url)).status_code == 204


async def test_another_device_finds_it_and_goes_on_at_another_machine(archives: Archives) -> None:
    url = await archives.begin(len(ZIP), filename="Ünïcode.zip", fingerprint="abc123")
    await send(archives.client, url, ZIP[:HALF], 0)

    assert await archives.unfinished() == {
        "id": id_in(url),
        "fileName": "Ünïcode.zip",
        "fingerprint": "abc123",
        "byteSize": len(ZIP),
        "received": HALF,
    }
    async with archives.another_machine() as there:
        assert (await send(there, url, ZIP[HALF:], HALF)).status_code == 204
        assert (await finish(there, url)).status_code == 204


async def test_of_two_machines_that_get_the_same_bytes_one_keeps_them(archives: Archives) -> None:
    url, body = await archives.begin(len(ZIP)), Cut(ZIP[:HALF])
    slow = asyncio.create_task(send(archives.client, url, body, 0))
    await body.has_come.wait()
    async with archives.another_machine() as there:
        assert (await send(there, url, ZIP, 0)).status_code == 204

    assert await offset(archives.client, url) == len(ZIP)
    body.is_closed.set()
    assert (await slow).status_code == 409
    assert len(archives.parts()) == 1


async def test_a_member_sends_one_archive_at_a_time(archives: Archives) -> None:
    first = await archives.begin(len(ZIP))
    await send(archives.client, first, ZIP[:HALF], 0)
    bobs = await all_sent(archives, by="bob")

    second = await archives.begin(len(ZIP) - 1)

    assert {row["id"] for row in await archives.rows()} == {id_in(second), id_in(bobs)}
    assert (await archives.client.head(first, headers=ALICE)).status_code == 404
    assert len(archives.parts()) == 1, "Bob's"


async def test_two_pages_that_begin_at_once_leave_one_archive(archives: Archives) -> None:
    async with archives.another_machine() as there:
        answers = await asyncio.gather(
            *(client.post(PATH, headers=headers(len(ZIP))) for client in (archives.client, there))
        )

    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len(await archives.rows()) == 1


@pytest.mark.parametrize("state", ["reading", "ready", "working"])
async def test_no_archive_is_taken_during_an_import(state: str, archives: Archives) -> None:
    await finish(archives.client, await all_sent(archives))
    await archives.run(f"UPDATE imports SET state = '{state}'")

    refused = await archives.client.post(PATH, headers=headers(len(ZIP)))

    assert (refused.status_code, refused.json()) == (409, {"code": "conflict", "message": ANOTHER_IMPORT})
    assert len(await archives.rows()) == 1


@pytest.mark.parametrize("state", ["done", "failed", "cancelled"])
async def test_after_an_import_comes_the_next(state: str, archives: Archives) -> None:
    await finish(archives.client, await all_sent(archives))
    await archives.run(f"UPDATE imports SET state = '{state}', finished_at = now()")

    await archives.begin(len(ZIP))

    assert len(await archives.rows()) == 2


async def test_a_cancelled_import_takes_no_more_bytes(archives: Archives) -> None:
    url = await archives.begin(len(ZIP))
    await send(archives.client, url, ZIP[:HALF], 0)
    await archives.run("UPDATE imports SET state = 'cancelled', finished_at = now()")

    assert (await send(archives.client, url, ZIP[HALF:], HALF)).status_code == 404
    assert (await finish(archives.client, url)).status_code == 204
    assert (archives.begun, await archives.unfinished()) == ([], None)


async def test_bytes_that_arrive_while_the_import_is_cancelled_are_not_kept(archives: Archives) -> None:
    url, body = await archives.begin(len(ZIP)), Cut(ZIP[:HALF])
    slow = asyncio.create_task(send(archives.client, url, body, 0))
    await body.has_come.wait()
    await archives.run("UPDATE imports SET state = 'cancelled', finished_at = now()")

    slow.cancel()
    await asyncio.wait({slow})

    assert archives.parts() == []


async def test_a_visitor_who_is_no_member_yet_sends_none(archives: Archives) -> None:
    assert (await archives.client.post(PATH, headers=headers(len(ZIP), by="carol"))).status_code == 401
    assert await archives.rows() == []


async def test_who_has_left_begins_nothing(archives: Archives) -> None:
    async def refuse_all(_connection: object, _owner_id: str) -> None:
        raise AppError("unauthenticated", "Gone")

    archives.gallery.admit = refuse_all

    assert (await archives.client.post(PATH, headers=headers(len(ZIP)))).status_code == 401
    assert await archives.rows() == []


@pytest.mark.parametrize("by", ["bob", ""], ids=["another-member", "signed-out"])
async def test_another_member_can_do_nothing_with_it(by: str, archives: Archives) -> None:
    url, status = await all_sent(archives), 404 if by else 401
    said = {**TUS, "X-Member": by}

    answers = [
        await archives.client.head(url, headers=said),
        await send(archives.client, url, b"", len(ZIP), by=by),
        await archives.client.delete(url, headers=said),
        await finish(archives.client, url, by=by),
    ]

    assert [answer.status_code for answer in answers] == [status] * 4
    missing = await finish(archives.client, f"{PATH}/{'a' * 26}", by=by)
    assert answers[-1].content == missing.content
    seen = await archives.client.get(PATH, headers={"X-Member": by})
    assert (seen.status_code, seen.json().get("upload")) == (200 if by else 401, None)
    assert await offset(archives.client, url) == len(ZIP)
    assert archives.begun == []


async def test_another_site_and_a_page_of_another_member_may_not(archives: Archives) -> None:
    url = await all_sent(archives)
    for more, status in (({"Sec-Fetch-Site": "cross-site"}, 403), ({"X-Owner": "bob"}, 401)):
        every = {**headers(9), **more}
        assert (await archives.client.post(PATH, headers=every)).status_code == status
        assert (await archives.client.head(url, headers=every)).status_code == status
        assert (await archives.client.delete(url, headers=every)).status_code == status
        assert (await archives.client.post(f"{url}/finish", headers=every)).status_code == status
        assert (await send(archives.client, url, b"", len(ZIP), **more)).status_code == status


@pytest.mark.parametrize("said", ["filename %%%", "filename /w==", "filename AA==,fingerprint !", "x" * 5000])
async def test_what_a_client_says_of_the_file_may_be_nonsense(said: str, archives: Archives) -> None:
    answer = await archives.client.post(PATH, headers={**headers(9), "Upload-Metadata": said})

    assert answer.status_code in {201, 400}


async def test_a_file_name_is_shown_without_characters_that_mislead(archives: Archives) -> None:
    await archives.begin(len(ZIP), filename="a\u202egnp.\u0000zip\n" + "x" * 300, fingerprint="y" * 300)

    upload = await archives.unfinished()
    assert upload["fileName"] == ("agnp.zip " + "x" * 300)[:200]
    assert upload["fingerprint"] == "y" * 64


async def test_bytes_are_missing(archives: Archives) -> None:
    url = await archives.begin(len(ZIP))
    await send(archives.client, url, ZIP[:-1], 0)

    answer = await finish(archives.client, url)

    assert answer.json() == {
        "code": "conflict",
        "message": "This archive has not arrived completely. Please try again.",
    }


@pytest.mark.parametrize("at", [0, HALF - 1, HALF + 1])
async def test_other_bytes_than_the_next_ones_are_refused(at: int, archives: Archives) -> None:
    url = await archives.begin(len(ZIP))
    await send(archives.client, url, ZIP[:HALF], 0)

    assert (await send(archives.client, url, ZIP[HALF : HALF + 1], at)).status_code == 409
    assert await offset(archives.client, url) == HALF


async def test_alice_cancels_her_upload(archives: Archives) -> None:
    url = await archives.begin(len(ZIP))
    await send(archives.client, url, ZIP[:HALF], 0)

    assert (await archives.client.delete(url, headers=ALICE)).status_code == 204

    assert (await archives.rows(), archives.gallery.stored(), await archives.unfinished()) == ([], [], None)


async def test_an_archive_that_is_being_read_is_not_deleted_as_an_upload(archives: Archives) -> None:
    url = await all_sent(archives)
    await finish(archives.client, url)

    assert (await archives.client.delete(url, headers=ALICE)).status_code == 404
    assert (await send(archives.client, url, b"", len(ZIP))).status_code == 404
    assert len(archives.parts()) == 1


@pytest.mark.parametrize(("minutes", "is_left"), [(-1, True), (0, False), (1, False)])
async def test_an_incomplete_archive_is_kept_for_a_day_after_its_newest_bytes(
    minutes: int, is_left: bool, archives: Archives
) -> None:
    url = await archives.begin(len(ZIP))
    await send(archives.client, url, ZIP[:HALF], 0)
    (row,) = await archives.rows()

    await remove_expired(archives.gallery.pipeline, row["changed_at"] + timedelta(days=1, minutes=minutes))

    assert (len(await archives.rows()), len(archives.parts())) == (int(is_left), int(is_left))


@pytest.mark.parametrize(("minutes", "is_left"), [(-1, True), (1, False)])
async def test_an_archive_does_not_arrive_for_ever(minutes: int, archives: Archives, *, is_left: bool) -> None:
    url = await archives.begin(len(ZIP))
    await send(archives.client, url, ZIP[:HALF], 0)
    (row,) = await archives.rows()
    later = row["changed_at"] + WAITS_FOR + timedelta(minutes=minutes)
    async with archives.gallery.pipeline.database.transaction() as connection:
        await connection.text("UPDATE import_uploads SET changed_at = $1", later)

    await remove_expired(archives.gallery.pipeline, later)

    assert (len(await archives.rows()), len(archives.parts())) == (int(is_left), int(is_left))


async def test_a_complete_archive_does_not_expire_as_an_upload(archives: Archives) -> None:
    await finish(archives.client, await all_sent(archives))

    await remove_expired(archives.gallery.pipeline, datetime.now(UTC) + timedelta(days=29))

    assert (len(await archives.rows()), len(archives.parts())) == (1, 1)
