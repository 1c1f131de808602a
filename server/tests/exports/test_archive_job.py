"""An archive is made in segments. Wherever a job ends, another goes on, and the archive is the same."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.exports.archiving import FOTOS, FragileStore, Killed, bytes_of, finish, made, media_of, segments_of, shown_to
from tests.members import Member
from tests.product import post
from tests.world import World

from inflow.app.archive.cleanup import clean_up_exports
from inflow.app.archive.job import ArchiveSources, make_archive, remove_export
from inflow.app.archive.requests import archive_pieces, request_archive, require_room
from inflow.exports.erasure import remove_export_of
from inflow.exports.mutations import cancel_export
from inflow.exports.queries import get_export
from inflow.exports.rules import KEPT_FOR, MOST_ATTEMPTS
from inflow.grids.mutations import archive as put_away
from inflow.media.http.video_response import ByteRange
from inflow.media.storage.quota import StorageQuota
from inflow.posts.rules import PostId
from reflow import AppError

ADD_FURTHER_FOTO = """
    INSERT INTO further_fotos (post_id, place, media_id, ratio, alt_text)
    VALUES ($1, $2::smallint, $3, 'landscape', 'Foto ' || $2::smallint)
"""


async def test_an_archive_is_the_same_wherever_a_job_was_killed(sources: ArchiveSources, dora: Member) -> None:
    store = sources.store
    assert isinstance(store, FragileStore)
    whole = await made(sources, dora)
    segments = await segments_of(dora)
    assert segments >= 5, "or there is too little to be killed at"

    for point in range(2 * segments):
        store.dies_at, store.writes_first = point // 2, bool(point % 2)
        assert await made(sources, dora) == whole, f"killed at {point}"
        assert store.dies_at is None, "it was killed"
    assert zipfile.ZipFile(io.BytesIO(whole)).testzip() is None


async def test_no_word_of_it_is_in_clear_in_the_store(sources: ArchiveSources, dora: Member) -> None:
    whole = await made(sources, dora)
    (media,) = sources.store.folders
    stored = b"".join(each.read_bytes() for each in sorted((media / "exports").rglob("0*")))

    assert len(stored) == len(whole)
    for plain in (b"posts.json", b"photos/", (await media_of(dora))[0].encode()):
        assert plain in whole
        assert plain not in stored


async def test_its_member_sees_how_far_it_is(sources: ArchiveSources, dora: Member) -> None:
    screen = await dora.watch(get_export)
    seen: list[tuple[str, int]] = []

    async def look() -> None:
        await dora.world.settle()
        assert screen.now is not None
        seen.append((screen.now.state, screen.now.done))

    assert screen.now is None
    export_id = await request_archive(sources, dora.clerk_id)
    await look()
    store = sources.store
    assert isinstance(store, FragileStore)
    store.before_each = look
    await finish(sources, dora, export_id)
    store.before_each = None
    await look()

    assert seen[0] == ("waiting", 0)
    assert {state for state, _ in seen[1:-1]} == {"working"}
    assert [done for _, done in seen] == sorted(done for _, done in seen)
    assert seen[-1] == ("ready", 2 * FOTOS)
    assert screen.now is not None
    assert screen.now.total == 2 * FOTOS
    assert screen.now.byte_size == len(await bytes_of(sources, dora, export_id))


async def test_a_job_that_was_believed_dead_changes_nothing(sources: ArchiveSources, dora: Member) -> None:
    whole = await made(sources, dora)
    export_id = await request_archive(sources, dora.clerk_id)
    store = sources.store
    assert isinstance(store, FragileStore)

    async def another_begins() -> None:
        store.before_each = None
        await make_archive(sources, export_id)

    store.before_each = another_begins
    await make_archive(sources, export_id)

    assert await segments_of(dora) == 2, "those of the other job"
    (media,) = store.folders
    assert len([*(media / "exports" / export_id).iterdir()]) == 2, "what the first one wrote is deleted"
    await finish(sources, dora, export_id)
    assert await bytes_of(sources, dora, export_id) == whole


async def test_a_photo_that_was_deleted_meanwhile_is_named(sources: ArchiveSources, dora: Member) -> None:
    # One of a segment in the middle, and one of the last.
    gone = [(await media_of(dora))[at] for at in (5, -1)]
    export_id = await request_archive(sources, dora.clerk_id)
    await make_archive(sources, export_id)
    for media_id in gone:
        await sources.store.remove(media_id)
    await finish(sources, dora, export_id)

    made = zipfile.ZipFile(io.BytesIO(await bytes_of(sources, dora, export_id)))
    assert made.testzip() is None
    missing = json.loads(made.read("archive.json"))["missing"]
    assert missing == [name for each in gone for name in (f"photos/{each}.jpeg", f"shown/{each}.jpg")]
    assert not {*missing} & {*made.namelist()}


@pytest.mark.parametrize("steps", [0, 1, 9])
async def test_a_cancelled_export_leaves_nothing(sources: ArchiveSources, dora: Member, steps: int) -> None:
    export_id = await request_archive(sources, dora.clerk_id)
    for _ in range(steps):
        await make_archive(sources, export_id)

    await dora.do(cancel_export)
    await remove_export(sources, export_id)
    await make_archive(sources, export_id)

    assert await dora.see(get_export) is None
    assert await sources.store.exports_with_segments() == {}
    assert await segments_of(dora) == 0
    await dora.do(cancel_export)  # a second time does nothing


async def test_a_job_stops_when_its_export_is_cancelled(sources: ArchiveSources, dora: Member) -> None:
    export_id = await request_archive(sources, dora.clerk_id)
    store = sources.store
    assert isinstance(store, FragileStore)
    store.before_each = lambda: dora.do(cancel_export)

    await make_archive(sources, export_id)

    assert await store.exports_with_segments() == {}


async def test_a_new_export_replaces_the_former_one(sources: ArchiveSources, dora: Member) -> None:
    former = await request_archive(sources, dora.clerk_id)
    await make_archive(sources, former)

    newer = await request_archive(sources, dora.clerk_id)
    await make_archive(sources, former)
    await remove_export(sources, former)
    await finish(sources, dora, newer)

    assert list(await sources.store.exports_with_segments()) == [newer]


async def test_an_export_that_cannot_be_made_fails_and_can_be_asked_for_again(
    sources: ArchiveSources, dora: Member
) -> None:
    export_id = await request_archive(sources, dora.clerk_id)
    store = sources.store
    assert isinstance(store, FragileStore)
    for _ in range(MOST_ATTEMPTS):
        store.dies_at = 0
        with pytest.raises(Killed):
            await make_archive(sources, export_id)
        assert (await shown_to(dora)).state == "working"

    await make_archive(sources, export_id)

    assert (await shown_to(dora)).state == "failed"
    await make_archive(sources, export_id)
    assert (await shown_to(dora)).state == "failed"
    newer = await request_archive(sources, dora.clerk_id)
    await finish(sources, dora, newer)
    assert (await shown_to(dora)).state == "ready"


async def test_an_export_fails_at_once_where_the_disk_is_full(sources: ArchiveSources, dora: Member) -> None:
    export_id = await request_archive(sources, dora.clerk_id)
    store = sources.store
    assert isinstance(store, FragileStore)

    async def full() -> None:
        raise OSError(28, "No space left on device")

    store.before_each = full
    await make_archive(sources, export_id)

    assert (await shown_to(dora)).state == "failed"


async def test_no_export_begins_where_its_archive_does_not_fit(sources: ArchiveSources, dora: Member) -> None:
    full = replace(sources, quota=StorageQuota(floor=0.1, free=lambda _: 0.1))

    with pytest.raises(AppError) as refused:
        await require_room(full, dora.clerk_id)

    assert refused.value.code == "no_room"
    await require_room(replace(sources, quota=StorageQuota(floor=0.1, free=lambda _: 0.9)), dora.clerk_id)


async def test_an_archive_expires_after_seven_days(sources: ArchiveSources, dora: Member) -> None:
    export_id = await request_archive(sources, dora.clerk_id)
    await finish(sources, dora, export_id)
    until = datetime.fromisoformat((await shown_to(dora)).expires_at or "")

    await clean_up_exports(sources.database, sources.store, until - timedelta(milliseconds=2))
    assert (await shown_to(dora)).state == "ready"

    await clean_up_exports(sources.database, sources.store, until + timedelta(milliseconds=2))
    assert await dora.see(get_export) is None
    assert until - datetime.now(UTC) <= KEPT_FOR


async def test_segments_without_an_export_are_swept(sources: ArchiveSources, dora: Member, tmp_path: Path) -> None:
    export_id = await request_archive(sources, dora.clerk_id)
    await finish(sources, dora, export_id)
    (tmp_path / "left").write_bytes(b"left")
    await sources.store.put_segment("a" * 26, "000000-b", tmp_path / "left")
    now = datetime.now(UTC)

    await clean_up_exports(sources.database, sources.store, now)
    assert len(await sources.store.exports_with_segments()) == 2, "a job may be about to record it"

    await clean_up_exports(sources.database, sources.store, now + timedelta(hours=2))
    assert list(await sources.store.exports_with_segments()) == [export_id]


async def test_the_export_of_a_deleted_account_is_given_back_for_deletion(
    sources: ArchiveSources, dora: Member
) -> None:
    export_id = await request_archive(sources, dora.clerk_id)

    async with sources.database.transaction() as connection:
        assert await remove_export_of(connection, dora.clerk_id) == [export_id]
        await connection.text("DELETE FROM identity_accounts WHERE id = $1", dora.clerk_id)

    with pytest.raises(AppError) as refused:
        await request_archive(sources, dora.clerk_id)
    assert refused.value.code == "unauthenticated"


async def test_every_range_is_that_part_of_the_archive(sources: ArchiveSources, dora: Member) -> None:
    export_id = await request_archive(sources, dora.clerk_id)
    await finish(sources, dora, export_id)
    whole = await bytes_of(sources, dora, export_id)
    edges = sorted({0, 1, 19_999, 20_000, 20_001, 30_000, len(whole) // 2, len(whole) - 1, len(whole)})

    for start in edges:
        for end in (each for each in edges if each > start):
            pieces = [each async for each in archive_pieces(sources, export_id, ByteRange(start, end))]
            assert b"".join(pieces) == whole[start:end]


async def test_a_post_says_who_sees_it(world: World, sources: ArchiveSources, dora: Member) -> None:
    cue = await post(dora, "For friends", post_type="cue")
    await dora.do(put_away, post_id=PostId(cue))
    removed = await post(dora, "Taken away")
    unlisted = await post(dora, "Off the walls")
    async with world.database.transaction() as connection:
        for post_id, audience in ((removed, "removed"), (unlisted, "unlisted")):
            await connection.text("UPDATE posts SET post_type = $2 WHERE id = $1", post_id, audience)

    archive = zipfile.ZipFile(io.BytesIO(await made(sources, dora)))

    posts = {each["id"]: each for each in json.loads(archive.read("posts.json"))}
    said = [[posts[each][name] for name in ("audience", "isArchived", "withheld")] for each in (cue, removed, unlisted)]
    assert said == [["cue", True, None], ["sphere", False, "removed"], ["sphere", False, "unlisted"]]
    assert posts[removed]["fotos"][0]["shown"] is None, "pages must not show again what a moderator removed"
    assert posts[unlisted]["fotos"][0]["shown"] is not None


async def test_a_post_has_all_of_its_fotos(world: World, sources: ArchiveSources, dora: Member) -> None:
    media = await media_of(dora)
    several, removed = [await post(dora, caption) for caption in ("Three", "Taken away")]
    async with world.database.transaction() as connection:
        await connection.text("DELETE FROM posts WHERE media_id = ANY ($1::text[])", media[:3])
        for post_id, place, media_id in ((several, 2, media[0]), (several, 1, media[1]), (removed, 1, media[2])):
            await connection.text(ADD_FURTHER_FOTO, post_id, place, media_id)
        await connection.text("UPDATE posts SET post_type = 'removed' WHERE id = $1", removed)

    archive = zipfile.ZipFile(io.BytesIO(await made(sources, dora)))

    posts = {each["id"]: each["fotos"] for each in json.loads(archive.read("posts.json"))}
    assert [foto["file"] for foto in posts[several][1:]] == [f"photos/{media[at]}.jpeg" for at in (1, 0)]
    assert [foto["altText"] for foto in posts[several][1:]] == ["Foto 1", "Foto 2"]
    assert [foto["shown"] for foto in posts[removed]] == [None, None]
    assert f"shown/{media[2]}.jpg" not in archive.namelist()
