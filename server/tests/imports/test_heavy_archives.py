"""Archives that are small, and would take the memory or the time of a server: they cost a process of their own."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import Any

import pytest
from tests.imports.bringing import Work, inflow_archive, inflow_post, photo, posts_of, problems_of, shown_to, zipped
from tests.members import Member

from inflow.imports import archives
from inflow.imports.archives import ZipArchive
from inflow.imports.reading import reader
from inflow.imports.reading.reader import ReaderLostError
from inflow.imports.rules import MOST_READINGS, TOO_HEAVY, TOO_MANY_ENTRIES, WENT_WRONG
from reflow import AppError

_MEGABYTE = 1024 * 1024
_CONTENT = "SELECT content FROM import_items WHERE import_id = $1 AND content @> $2"
_END_64 = struct.Struct("<4sQ2H2I4Q")


def _many_objects(megabytes: int) -> bytes:
    """An archive whose document has an object in every three bytes. Packed as usual, it would be a two-hundredth."""
    objects = b"{}," * (megabytes * _MEGABYTE // 3)
    return zipped({"content/posts_1.json": b"[" + objects + b"{}]"}, zipfile.ZIP_STORED)


def _outbox(content: str, posts: int) -> bytes:
    notes = [
        {"id": f"note {each}", "to": ["as:Public"], "content": content, "attachment": [{"url": "a.jpg"}]}
        for each in range(posts)
    ]
    items = [{"type": "Create", "object": each} for each in notes]
    return zipped({"outbox.json": {"orderedItems": items}, "a.jpg": photo(1)}, zipfile.ZIP_STORED)


async def _failure_of(work: Work, member: Member, content: bytes) -> str | None:
    await work.reads(member, content)
    shown = await shown_to(member)
    assert shown.state == "failed"
    return shown.failure and shown.failure.words


async def test_a_document_that_would_fill_the_memory_is_refused(work: Work, alice: Member) -> None:
    work.allows(memory=400 * _MEGABYTE)
    assert await _failure_of(work, alice, _many_objects(megabytes=20)) == TOO_HEAVY


async def test_texts_that_would_take_all_the_time_are_refused(work: Work, alice: Member) -> None:
    work.allows(cpu_seconds=1)
    assert await _failure_of(work, alice, _outbox("<!--" * 5_000, posts=300)) == TOO_HEAVY


async def test_an_archive_that_takes_too_long_is_refused(work: Work, alice: Member) -> None:
    work.allows(seconds=0.001)
    assert await _failure_of(work, alice, inflow_archive([inflow_post(1)])) == TOO_HEAVY


async def test_reading_is_tried_again_if_its_process_ends_for_another_reason(
    work: Work, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_id = await work.uploads(alice, inflow_archive([inflow_post(1)]))
    monkeypatch.setattr(reader, "_MAIN_MODULE", "inflow.no_such_module")
    with pytest.raises(ReaderLostError):
        await work.jobs.go_on(import_id)
    assert (await shown_to(alice)).state == "reading"

    monkeypatch.undo()
    await work.jobs.go_on(import_id)
    assert (await shown_to(alice)).state == "ready"


async def test_reading_is_not_tried_again_for_ever(work: Work, alice: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    import_id = await work.uploads(alice, inflow_archive([inflow_post(1)]))
    monkeypatch.setattr(reader, "_MAIN_MODULE", "inflow.no_such_module")
    for _ in range(MOST_READINGS - 1):
        with pytest.raises(ReaderLostError):
            await work.jobs.go_on(import_id)
    await work.jobs.go_on(import_id)

    shown = await shown_to(alice)
    assert (shown.state, shown.failure and shown.failure.words) == ("failed", WENT_WRONG)


@pytest.mark.parametrize("is_honest_at_its_locator", [True, False])
def test_a_directory_is_measured_wherever_a_reader_looks(
    monkeypatch: pytest.MonkeyPatch, *, is_honest_at_its_locator: bool
) -> None:
    """Of a ZIP64, a program may look where the locator points, or in front of the locator."""
    monkeypatch.setattr(archives, "MOST_ENTRIES", 20)
    content = zipped({f"{number}.jpg": b"" for number in range(30)})
    at = content.index(b"PK\x01\x02")
    end = content.index(b"PK\x05\x06")

    def record(entries: int, size: int) -> bytes:
        return _END_64.pack(b"PK\x06\x06", 44, 45, 45, 0, 0, entries, entries, size, at)

    true, false = record(30, end - at), record(1, 60)
    first, second = (false, true) if is_honest_at_its_locator else (true, false)
    # The second record is right in front of the locator, which points to the first one.
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, 0, 1)
    last = content[end:]
    made = first + content[:end] + second + locator + last
    with pytest.raises(AppError, match=TOO_MANY_ENTRIES):
        ZipArchive(io.BytesIO(made))


def test_a_file_without_a_name_is_left_out() -> None:
    content = zipped({"\x01": b"", "a.jpg": b""})
    at = content.index(b"PK\x01\x02")
    # A NUL ends a name.
    nameless = content[: at + 46] + content[at + 46 :].replace(b"\x01PK\x01\x02", b"\x00PK\x01\x02", 1)
    assert nameless != content
    assert ZipArchive(io.BytesIO(nameless)).names == {"a.jpg"}


def test_thousands_of_folders_around_everything_are_left_out() -> None:
    deep = "a/" * 5_000
    assert ZipArchive(io.BytesIO(zipped({f"{deep}{each}.jpg": b"" for each in range(300)}))).names == {
        f"{each}.jpg" for each in range(300)
    }


@pytest.mark.parametrize(
    "changed",
    [
        {"id": "a\0b"},
        {"id": "".join(chr(33 + each * each % 89) for each in range(19_999))},
        {"nook": "a\0b"},
        {"caption": "a\0b" * 100_000},
        {"foto": {"filter": "a\0", "altText": "\0"}},
        {"foto": {"rotation": False}},
        {"foto": {"rotation": 90.0}},
    ],
)
async def test_what_the_database_cannot_store_does_not_stop_an_import(
    work: Work, alice: Member, changed: dict[str, Any]
) -> None:
    shown = await work.brings(alice, inflow_archive([inflow_post(0), inflow_post(1, **changed)]))
    assert (shown.state, shown.done, shown.refused) == ("done", 2, 0)

    again = await work.brings(alice, inflow_archive([inflow_post(0), inflow_post(1, **changed)]))
    assert (again.state, again.done, again.skipped) == ("done", 0, 2)


async def test_a_declaration_that_no_parser_knows_does_not_stop_an_import(work: Work, alice: Member) -> None:
    shown = await work.brings(alice, _outbox("Tide <![ out", posts=1))
    assert shown.done == 1
    assert [each.caption for each in await posts_of(alice)] == ["Tide"]


async def test_a_grid_of_a_hundred_thousand_posts_is_refused_at_once(work: Work, alice: Member) -> None:
    grid = {"id": "g", "layout": "vertical1", "posts": ["post0"] * 100_000, "createdAt": None}
    shown = await work.brings(alice, inflow_archive([inflow_post(0)], **{"grids.json": [grid]}))
    assert (shown.done, shown.refused) == (1, 1)
    async with work.pipeline.database.connection() as connection:
        (row,) = await connection.text(_CONTENT, shown.id, {"posts": ["post0"]})
    assert len(row.content["posts"]) == 4
    assert [lost for _, _, lost in await problems_of(alice)] == [True]


async def test_a_collection_has_each_post_of_the_archive_once(work: Work, alice: Member) -> None:
    saved = [{"id": "post0", "savedAt": None}, {"id": "post0", "savedAt": None}, {"id": "unknown", "savedAt": None}]
    collection = {"id": "c", "name": "Tides", "createdAt": None, "posts": saved * 10_000}
    shown = await work.brings(alice, inflow_archive([inflow_post(0)], **{"collections.json": [collection]}))
    assert (shown.done, shown.refused) == (2, 0)
    async with work.pipeline.database.connection() as connection:
        (row,) = await connection.text(_CONTENT, shown.id, {"name": "Tides"})
    assert [key for key, _ in row.content["posts"]] == ["post0"]
