"""Where the bytes of media are."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from obstore.store import MemoryStore

from inflow.media.storage.store import MediaStore
from reflow import AppError


async def test_a_restored_copy_changes_nothing_in_a_bucket_that_may_be_the_live_one() -> None:
    bucket = MemoryStore()
    await MediaStore(bucket).put("abc", "original", b"low tide")
    copy = MediaStore(bucket, read_only=True)

    with pytest.raises(AppError, match="takes no photos yet"):
        await copy.put("def", "original", b"high tide")
    await copy.remove("abc")
    await copy.discard("abc", ["original"])
    await copy.check()

    assert await copy.get("abc", "original") == b"low tide"
    assert await MediaStore(bucket).prefixes() == ["ab"]


async def test_the_objects_of_a_medium_are_those_of_its_own_folder() -> None:
    store = MediaStore(MemoryStore())
    for media_id in ("abc", "abcd", "abd", "xyz"):
        await store.put(media_id, "original", media_id.encode())
    await store.put("abc", "320.webp", b"small")

    assert sorted(await store.objects("abc")) == [("abc", "320.webp"), ("abc", "original")]
    assert {media_id for media_id, _ in await store.objects("ab")} == {"abc", "abcd", "abd"}
    assert (await store.objects("xyz"))["xyz", "original"].size == 3


async def test_a_bucket_that_does_not_answer_is_given_up_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(swallow, "127.0.0.1", 0)
    given = {"AWS_ACCESS_KEY_ID": "tide", "AWS_SECRET_ACCESS_KEY": "low", "AWS_REGION": "us-east-1"}
    given |= {"AWS_ENDPOINT": f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}", "AWS_ALLOW_HTTP": "true"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    store = MediaStore.at("s3://inflow/media", tmp_path, patience=0.05)

    for work in (
        store.put("abc", "original", b""),
        store.size("abc", "original"),
        store.download("abc", "original", tmp_path / "copy"),
        anext(store.pieces("abc", "video.mp4", 0, 10)),
    ):
        with pytest.raises(AppError, match="Please try again in a moment"):
            await work
    silent.close()
