"""Archives that lie, that are broken, and that would fill memory or disk: a clear refusal, or a named problem."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.imports.bringing import Work, inflow_archive, inflow_post, photo, posts_of, problems_of, shown_to, zipped
from tests.imports.test_readers import NOW
from tests.members import Member

from inflow.imports import archives, planning
from inflow.imports.archives import FolderArchive, RangeFile, ZipArchive
from inflow.imports.planning import plan
from inflow.imports.readers.choosing import reader_of
from inflow.imports.rules import (
    BROKEN_JSON,
    ENCRYPTED,
    IS_TAR,
    MOST_PHOTO_BYTES,
    NEWER_FORMAT,
    NOT_A_ZIP,
    TOO_LARGE_FILE,
    TOO_LARGE_UNPACKED,
    TOO_MANY_ENTRIES,
    TOO_MANY_POSTS,
    UNKNOWN_ARCHIVE,
    UNREADABLE_FILE,
)
from reflow import AppError

ABOUT = {"format": "inflow-archive", "version": 1}


def _opened(content: bytes) -> ZipArchive:
    return ZipArchive(io.BytesIO(content))


def _planned(content: bytes) -> Any:
    archive = _opened(content)
    _, find = reader_of(archive)
    return plan(find(archive, NOW), archive.names)


def _changed(content: bytes, **fields: int) -> bytes:
    """The ZIP whose central directory says something else of its first entry."""
    at = content.index(b"PK\x01\x02")
    places = {"flags": (8, "<H"), "method": (10, "<H"), "stored": (20, "<I"), "size": (24, "<I"), "offset": (42, "<I")}
    made = bytearray(content)
    for name, value in fields.items():
        place, kind = places[name]
        struct.pack_into(kind, made, at + place, value)
    return bytes(made)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", NOT_A_ZIP),
        (b"PK", NOT_A_ZIP),
        (b"\x00" * 10_000, NOT_A_ZIP),
        (zipped({"a.jpg": photo(1)})[:-30], NOT_A_ZIP),
        (b"PK\x05\x06" + b"\xff" * 18, NOT_A_ZIP),
        (b"PK\x05\x06" + b"\x00" * 18, UNKNOWN_ARCHIVE),
        (b"\x1f\x8b" + b"\x00" * 600, IS_TAR),
        (b"a" * 257 + b"ustar" + b"\x00" * 600, IS_TAR),
        (_changed(zipped({"a.jpg": photo(1)}), flags=1), ENCRYPTED),
        (zipped({"notes.txt": b"notes"}), UNKNOWN_ARCHIVE),
        (zipped({"archive.json": {"format": "inflow-archive", "version": 2}, "posts.json": []}), NEWER_FORMAT),
        (zipped({"archive.json": {"format": "inflow-archive", "version": "1"}, "posts.json": []}), NEWER_FORMAT),
        (zipped({"archive.json": ABOUT, "posts.json": b"[" * 100_000}), BROKEN_JSON),
        (zipped({"archive.json": ABOUT, "posts.json": b"\xff\xfe"}), BROKEN_JSON),
        (zipped({"archive.json": ABOUT, "posts.json": b"{"}), BROKEN_JSON),
        (zipped({"archive.json": b"", "posts.json": b""}), BROKEN_JSON),
        (zipped({"archive.json": ABOUT, "posts.json": []}), UNKNOWN_ARCHIVE),
    ],
)
async def test_a_broken_archive_is_refused_with_words(work: Work, alice: Member, content: bytes, said: str) -> None:
    await work.reads(alice, content)

    shown = await shown_to(alice)
    assert shown.state == "failed"
    assert shown.failure is not None
    assert shown.failure.words == said


async def test_an_archive_of_which_a_part_is_missing_is_refused(work: Work, alice: Member) -> None:
    archive = inflow_archive([inflow_post(number) for number in range(80)])
    import_id = await work.uploads(alice, archive)
    (first, *_) = await work.pipeline.store.import_segments(import_id)
    await work.pipeline.store._remove(f"imports/{import_id}/{first[0]}")
    await work.jobs.go_on(import_id)

    shown = await shown_to(alice)
    assert (shown.state, shown.failure and shown.failure.words) == ("failed", NOT_A_ZIP)


@pytest.mark.parametrize("more", [0, 1])
def test_an_archive_has_a_most_of_entries(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    monkeypatch.setattr(archives, "MOST_ENTRIES", 20)
    content = zipped({f"{number}.jpg": b"" for number in range(20 + more)})
    if more:
        with pytest.raises(AppError, match=TOO_MANY_ENTRIES):
            _opened(content)
    else:
        assert len(_opened(content).names) == 20


def test_a_directory_that_would_fill_the_memory_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_MOST_DIRECTORY_BYTES", 1_000)
    with pytest.raises(AppError, match=TOO_MANY_ENTRIES):
        _opened(zipped({f"{number}.jpg": b"" for number in range(30)}))


@pytest.mark.parametrize("more", [0, 1])
def test_an_archive_has_a_most_of_unpacked_bytes(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    monkeypatch.setattr(archives, "MOST_UNPACKED_BYTES", 1_000)
    content = zipped({"a": b"x" * 500, "b": b"x" * (500 + more)})
    if more:
        with pytest.raises(AppError, match=TOO_LARGE_UNPACKED):
            _opened(content)
    else:
        assert _opened(content).names == {"a", "b"}


@pytest.mark.parametrize("more", [0, 1])
def test_an_archive_has_a_most_of_posts(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    monkeypatch.setattr(planning, "MOST_POSTS", 5)
    content = inflow_archive([inflow_post(number) for number in range(5 + more)])
    if more:
        with pytest.raises(AppError, match=TOO_MANY_POSTS):
            _planned(content)
    else:
        assert len(_planned(content).items) == 5


@pytest.mark.parametrize("size", [99, 100, 101])
def test_a_file_has_a_most_of_bytes(size: int) -> None:
    archive = _opened(zipped({"a.jpg": b"x" * size}))
    if size > 100:
        with pytest.raises(AppError, match=TOO_LARGE_FILE):
            archive.read("a.jpg", 100)
    else:
        assert len(archive.read("a.jpg", 100)) == size


def test_a_file_that_unpacks_to_a_thousand_times_its_size_is_not_read() -> None:
    archive = _opened(zipped({"a.jpg": bytes(20_000_000)}))
    for reading in (lambda: archive.read("a.jpg", MOST_PHOTO_BYTES), lambda: archive.head("a.jpg", 10)):
        with pytest.raises(AppError, match=TOO_LARGE_FILE):
            reading()


def test_a_file_that_is_larger_than_the_directory_says_is_not_read_on() -> None:
    archive = _opened(_changed(zipped({"a.jpg": b"x" * 5_000}, zipfile.ZIP_STORED), size=10, stored=10))
    with pytest.raises(AppError, match=UNREADABLE_FILE):
        archive.read("a.jpg", MOST_PHOTO_BYTES)


@pytest.mark.parametrize("fields", [{"method": 12}, {"method": 99}, {"offset": 2**31}, {"flags": 0x20}])
def test_a_file_that_cannot_be_unpacked_is_named(fields: dict[str, int]) -> None:
    content = _changed(zipped({"a.jpg": photo(1), "b.jpg": photo(2)}), **fields)
    try:
        archive = _opened(content)
        archive.read("a.jpg", MOST_PHOTO_BYTES)
    except AppError as refusal:
        assert refusal.message in {UNREADABLE_FILE, NOT_A_ZIP, TOO_LARGE_FILE}
    else:
        raise AssertionError("It was read")


async def test_a_damaged_photo_is_named_and_the_others_arrive(work: Work, alice: Member) -> None:
    posts = [inflow_post(number) for number in range(3)]
    files: dict[str, Any] = {"photos/0.jpeg": photo(0), "photos/1.jpeg": b"no photo", "photos/2.jpeg": photo(2)}
    shown = await work.brings(alice, zipped({"archive.json": ABOUT, "posts.json": posts, **files}))

    assert (shown.state, shown.done, shown.refused) == ("done", 2, 1)
    assert await problems_of(alice) == [("photos/1.jpeg", "Please upload an image file", True)]
    assert [each.caption for each in await posts_of(alice)] == ["Tide 0", "Tide 2"]


@pytest.mark.parametrize(
    "name", ["../../a.jpg", "/etc/a.jpg", "C:\\a.jpg", "a/../../b.jpg", "\u202egpj.exe.jpg", "a" * 5_000 + ".jpg"]
)
async def test_a_name_is_never_a_path(work: Work, alice: Member, name: str) -> None:
    shown = await work.brings(alice, zipped({name: photo(1)}))
    assert (shown.state, shown.done) == ("done", 1)


def test_names_of_other_encodings_are_found() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("photos/caf\u00e9.jpg", photo(1))
    flag = out.getvalue().replace(b"\x00\x08\x00\x00", b"\x00\x00\x00\x00")  # no longer says that names are UTF-8
    for content in (out.getvalue(), flag):
        assert any("caf" in each for each in _opened(content).names)


def test_the_folder_around_everything_and_what_systems_add_are_left_out() -> None:
    files = {
        "mine/archive.json": ABOUT,
        "mine/posts.json": [],
        "mine/a.jpg": b"",
        "__MACOSX/mine/._a.jpg": b"",
        ".DS_Store": b"",
    }
    assert _opened(zipped(files)).names == {"archive.json", "posts.json", "a.jpg"}


def test_a_link_out_of_a_folder_is_not_followed(tmp_path: Any) -> None:
    (tmp_path / "a.jpg").symlink_to("/etc/passwd")
    (tmp_path / "out").symlink_to("/etc")
    assert FolderArchive(tmp_path).names == frozenset()


_KEYS = st.sampled_from(
    "id createdAt fotos file crop x y width height adjustments brightness rotation ratio filter posts media uri title"
    " creation_timestamp photos path taken_at caption orderedItems object type attachment url to cc content published"
    " media_attachments visibility created_at photoTakenTime timestamp description ig_archived_post_media".split()
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=5),
    max_leaves=25,
)
_DOCUMENTS = (
    *("posts.json", "grids.json", "collections.json", "media.json", "content/posts_1.json", "outbox.json"),
    *("content/archived_posts.json", "pixelfed-statuses.json", "a.jpg.json"),
)


@given(name=st.sampled_from(_DOCUMENTS), document=_JSON, is_inflow=st.booleans())
def test_any_json_is_read_or_refused(name: str, document: Any, *, is_inflow: bool) -> None:
    files: dict[str, Any] = {"a.jpg": photo(1), name: document}
    if is_inflow:
        files = {"posts.json": [inflow_post(1, fotos=[{"file": "a.jpg"}])], "archive.json": ABOUT, **files}
    try:
        planned = _planned(zipped(files, zipfile.ZIP_STORED))
    except AppError as refusal:
        assert refusal.code in {"invalid", "unprocessable"}
    else:
        assert planned.items


@given(content=st.binary(max_size=400), at=st.integers(0, 2_000))
def test_any_bytes_are_read_or_refused(content: bytes, at: int) -> None:
    whole = zipped({"archive.json": ABOUT, "posts.json": [inflow_post(1)], "photos/1.jpeg": photo(1)})
    try:
        _planned(whole[:at] + content + whole[at + len(content) :])
    except AppError as refusal:
        assert refusal.code in {"invalid", "unprocessable", "too_large", "not_found"}


@given(st.lists(st.binary(min_size=1, max_size=9), min_size=1, max_size=6), st.data())
def test_segments_read_like_one_file(segments: list[bytes], data: st.DataObject) -> None:
    names = {f"{number}": content for number, content in enumerate(segments)}
    whole = b"".join(segments)
    file = io.BufferedReader(
        RangeFile([(name, len(each)) for name, each in names.items()], lambda name, start, end: names[name][start:end]),
        4,
    )
    for _ in range(5):
        at, count = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, 20))
        file.seek(at)
        assert file.read(count) == whole[at : at + count]
    assert file.seek(0, io.SEEK_END) == len(whole)
