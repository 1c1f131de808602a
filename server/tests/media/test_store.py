"""Where the bytes of media are."""

from __future__ import annotations

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
