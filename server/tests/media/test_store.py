"""The folders and buckets that hold the files of media."""

from __future__ import annotations

from pathlib import Path

import pytest

from inflow.media.storage.store import MediaStore

ID = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(params=["folder", "bucket"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> MediaStore:
    return MediaStore.at(None if request.param == "folder" else "memory:///", tmp_path / "media")


async def test_what_was_put_is_there(store: MediaStore, tmp_path: Path) -> None:
    await store.put(ID, "1080.jpg", b"picture")
    (tmp_path / "body").write_bytes(b"original")
    await store.put(ID, "original", tmp_path / "body")

    assert await store.get(ID, "1080.jpg") == b"picture"
    assert await store.download(ID, "original", tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"original"


async def test_what_was_never_put_is_not(store: MediaStore, tmp_path: Path) -> None:
    assert await store.get(ID, "1080.jpg") is None
    assert not await store.download(ID, "original", tmp_path / "copy")
    await store.remove(ID)


async def test_what_is_put_again_is_replaced(store: MediaStore) -> None:
    await store.put(ID, "1080.jpg", b"first, and longer")
    await store.put(ID, "1080.jpg", b"second")

    assert await store.get(ID, "1080.jpg") == b"second"


async def test_removing_one_medium_leaves_its_neighbours(store: MediaStore) -> None:
    other = "ab" + ID[2:][::-1]
    for media_id in (ID, other):
        await store.put(media_id, "1080.jpg", b"picture")
        await store.put(media_id, "original", b"original")

    await store.remove(ID)

    assert await store.get(ID, "1080.jpg") is None
    assert await store.get(ID, "original") is None
    assert await store.get(other, "1080.jpg") == b"picture"


async def test_a_folder_is_made_and_is_private(tmp_path: Path) -> None:
    MediaStore.at(None, tmp_path / "a" / "media")

    assert (tmp_path / "a" / "media").stat().st_mode & 0o077 == 0


async def test_no_half_written_file_is_left(tmp_path: Path) -> None:
    store = MediaStore.at(None, tmp_path)
    await store.put(ID, "1080.jpg", b"picture")

    assert _files(tmp_path) == ["1080.jpg"]


def _files(folder: Path) -> list[str]:
    return [file.name for file in folder.rglob("*") if file.is_file()]
