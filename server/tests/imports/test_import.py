"""What a member sees of an import, and its refusals."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.drafts.scheduled_work import is_restricted
from tests.exports.archiving import ADD_ACCOUNT
from tests.imports.bringing import (
    Work,
    inflow_archive,
    inflow_post,
    photo,
    posts_of,
    problems_of,
    shown_to,
    zipped,
)
from tests.members import Member
from tests.world import Person, refusal, refusal_in_words

from inflow.grids.queries import get_user_grids
from inflow.imports.jobs import ImportJobs
from inflow.imports.mutations import cancel, start
from inflow.imports.queries import get_import, get_problems
from inflow.imports.rules import (
    ALREADY_HERE,
    ANOTHER_IMPORT,
    CAPTION_CUT,
    IS_VIDEO,
    MISSING_FILE,
    MOST_ATTEMPTS,
    NO_IMPORT,
    NO_NEW_MEMBERS,
    NOT_READY,
    SAME_GRID,
    WAS_WITHHELD,
    WENT_WRONG,
    ImportId,
)
from inflow.media.pipeline.moderation import ModerationResult
from inflow.media.storage.quota import StorageQuota
from inflow.saves.queries import get_collections, get_saved_posts
from inflow.standing.new_members import NewMemberRules

_PROFILE = """
    SELECT p.quote, p.picture_id, u.full_name FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.id = $1
"""
_LOOK = """
    SELECT p.brightness, p.saturation, m.cut -> 'wanted' AS wanted FROM posts p JOIN media m ON m.id = p.media_id
    WHERE p.id = $1
"""
SUSPEND = "INSERT INTO identity_suspensions (account_id) VALUES ($1)"


async def test_its_member_sees_what_is_in_it_before_anything_arrives(work: Work, alice: Member) -> None:
    screen = await alice.watch(get_import)
    assert screen.now is None
    posts = [
        inflow_post(1),
        inflow_post(2, caption="word " * 100),
        inflow_post(3, createdAt="2999-01-01T00:00:00.000Z"),
        inflow_post(4, isVideo=True, video="videos/4.mp4"),
        inflow_post(5, withheld="removed"),
    ]
    await work.reads(alice, inflow_archive(posts))

    shown = screen.now
    assert shown is not None
    assert (shown.state, shown.source, shown.total, shown.refused) == ("ready", "inflow", 5, 2)
    assert shown.contents is not None
    seen = shown.contents
    assert (seen.posts, seen.fotos, seen.videos, seen.undated, seen.shortened) == (3, 3, 1, 1, 1)
    assert (seen.earliest, seen.latest) == ("2020-01-02T00:00:00.000Z", "2020-01-03T00:00:00.000Z")
    assert await problems_of(alice) == [
        ("photos/2.jpeg", CAPTION_CUT, False),
        ("videos/4.mp4", IS_VIDEO, True),
        ("photos/5.jpeg", WAS_WITHHELD, True),
    ]
    assert await posts_of(alice) == []


async def test_its_member_sees_how_far_it_is(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(number) for number in range(12)]))
    screen = await alice.watch(get_import)
    await alice.do(start, import_id=import_id, post_type="cue")
    seen = []
    for _ in range(4):
        await work.jobs.go_on(import_id)
        await alice.world.settle()
        assert screen.now is not None
        seen.append((screen.now.state, screen.now.done))

    assert seen == [("working", 5), ("working", 10), ("working", 12), ("done", 12)]
    assert await work.pipeline.store.imports_with_segments() != {}, "until the job for that"
    await work.jobs.remove(import_id)
    assert await work.pipeline.store.imports_with_segments() == {}


async def test_a_started_import_is_started_once(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1, audience="cue")]))
    await alice.do(start, import_id=import_id, post_type="sphere")
    await alice.do(start, import_id=import_id, post_type="cue")
    assert (await shown_to(alice)).audience == "sphere"


async def test_it_cannot_be_started_before_it_is_read(work: Work, alice: Member) -> None:
    import_id = await work.uploads(alice, inflow_archive([inflow_post(1)]))
    assert await refusal_in_words(alice.do(start, import_id=import_id)) == ("conflict", NOT_READY)


async def test_a_member_brings_one_archive_at_a_time(work: Work, alice: Member, bob: Member) -> None:
    archive = inflow_archive([inflow_post(1)])
    first = await work.reads(alice, archive)
    assert await refusal_in_words(work.uploads(alice, archive)) == ("conflict", ANOTHER_IMPORT)
    await work.reads(bob, archive)

    await alice.do(cancel, import_id=first)
    await work.reads(alice, archive)


async def test_another_members_import_looks_missing(work: Work, alice: Member, bob: Member, stranger: Person) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1, isVideo=True)]))

    for call in (start, cancel):
        assert await refusal_in_words(bob.do(call, import_id=import_id)) == ("not_found", NO_IMPORT)
        assert await refusal(alice.do(call, import_id=ImportId("none"))) == "not_found"
        assert await refusal(stranger.do(call, import_id=import_id)) == "unauthenticated"
    assert await bob.see(get_import) is None
    assert await bob.see(get_problems, import_id=import_id) == []
    assert await refusal(stranger.see(get_import)) == "unauthenticated"
    assert (await shown_to(alice)).state == "ready"


@pytest.mark.parametrize("jobs", [0, 1])
async def test_what_arrived_before_a_cancellation_stays(work: Work, alice: Member, jobs: int) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(number) for number in range(7)]))
    await alice.do(start, import_id=import_id, post_type="sphere")
    for _ in range(jobs):
        await work.jobs.go_on(import_id)

    assert await alice.do(cancel, import_id=import_id) == 5 * jobs
    await work.jobs.go_on(import_id)
    await work.jobs.remove(import_id)

    assert (await shown_to(alice)).state == "cancelled"
    assert len(await posts_of(alice)) == 5 * jobs
    assert await work.pipeline.store.imports_with_segments() == {}
    assert await alice.do(cancel, import_id=import_id) == 5 * jobs


async def test_a_job_stops_when_its_import_is_cancelled(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(number) for number in range(4)]))
    await alice.do(start, import_id=import_id, post_type="sphere")

    async def cancelled_meanwhile(_: bytes) -> ModerationResult:
        await alice.do(cancel, import_id=import_id)
        return ModerationResult(allowed=True)

    await _jobs(work, alice, moderator=cancelled_meanwhile).go_on(import_id)

    assert await posts_of(alice) == []
    assert (await shown_to(alice)).state == "cancelled"


async def test_a_job_that_was_believed_dead_brings_nothing(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(number) for number in range(4)]))
    await alice.do(start, import_id=import_id, post_type="sphere")

    async def another_begins(_: bytes) -> ModerationResult:
        await work.jobs.go_on(import_id)
        return ModerationResult(allowed=True)

    await _jobs(work, alice, moderator=another_begins).go_on(import_id)

    assert [each.caption for each in await posts_of(alice)] == [f"Tide {number}" for number in range(4)]
    assert (await shown_to(alice)).done == 4


async def test_a_post_keeps_everything_that_it_had(work: Work, alice: Member) -> None:
    foto = {
        "ratio": "vertical",
        "rotation": 90,
        "crop": {"x": 0.1, "y": 0.2, "width": 0.5, "height": 0.5},
        "filter": "moon",
        "adjustments": {"brightness": 120, "contrast": 100, "saturation": 80},
    }
    edited = {"editedAt": "2021-02-03T04:05:06.789Z", "nook": "lifestyle", "isArchived": True}
    post = inflow_post(1, foto=foto, **edited)
    post["fotos"].append({"file": "photos/b.jpeg", "altText": "The second", "ratio": "landscape"})
    await work.brings(alice, inflow_archive([post]))

    (arrived,) = await posts_of(alice)
    assert (arrived.post_type, arrived.archived_from, arrived.nook_type) == ("archived", "sphere", "lifestyle")
    assert (arrived.alt_text, arrived.ratio, arrived.filter, arrived.foto_count) == ("Foto 1", "vertical", "moon", 2)
    assert arrived.edited_at == datetime(2021, 2, 3, 4, 5, 6, 789_000, UTC)
    async with alice.world.database.connection() as connection:
        (row,) = await connection.text(_LOOK, arrived.id)
    assert (row.brightness, row.saturation) == (120, 80)
    assert row.wanted == {"ratio": "vertical", "rotation": 90, "crop": foto["crop"]}


async def test_a_nook_that_is_not_here_becomes_the_members_own(work: Work, alice: Member) -> None:
    await work.brings(alice, inflow_archive([inflow_post(1, nook="nowhere")]))
    assert [each.nook_type for each in await posts_of(alice)] == ["scenic"]


async def test_grids_and_collections_come_with_their_posts(work: Work, alice: Member) -> None:
    posts = [inflow_post(1), inflow_post(2, audience="cue"), inflow_post(3)]
    made = {"layout": "landscape", "createdAt": "2020-03-01T00:00:00.000Z"}
    grids = [{"id": "g1", **made, "posts": ["post1", "post2"]}, {"id": "g2", **made, "posts": ["post1", "gone"]}]
    saved = [{"id": "post3", "savedAt": "2020-04-01T00:00:00.000Z"}]
    collections = [{"id": None, "name": None, "posts": []}, {"id": "c", "name": "Sea", "posts": saved}]
    archive = inflow_archive(posts, **{"grids.json": grids, "collections.json": collections})

    shown = await work.brings(alice, archive)

    assert (shown.state, shown.done, shown.refused) == ("done", 5, 1)
    (grid,) = (await alice.see(get_user_grids, user_id=alice.user_id)).page
    assert (grid.layout, grid.post_type, grid.created_at) == ("landscape", "cue", "2020-03-01T00:00:00.000Z")
    (sea,) = await alice.see(get_collections)
    assert sea.name == "Sea"
    assert [each.caption for each in (await alice.see(get_saved_posts, collection_id=sea.id)).page] == ["Tide 3"]
    assert ("grid g2", SAME_GRID, True) in await problems_of(alice)
    await work.brings(alice, archive)
    assert len((await alice.see(get_user_grids, user_id=alice.user_id)).page) == 1


async def test_a_profile_gets_what_it_lacks(work: Work, alice: Member, bob: Member) -> None:
    about = {"fullName": "Ada Tide", "quote": "Half past low", "picture": "photos/me.jpeg"}
    archive = inflow_archive([inflow_post(1)], member=about, **{"photos/me.jpeg": photo(7)})
    await work.brings(alice, archive)
    await work.brings(bob, archive)
    before = await _profile(alice)
    other = inflow_archive([inflow_post(2)], member={"quote": "Another"}, **{"photos/me.jpeg": photo(8)})
    await work.brings(alice, other)

    assert (before.quote, before.full_name) == ("Half past low", "Alice Doe")
    assert before.picture_id is not None
    assert await _profile(alice) == before


async def test_what_the_content_check_refuses_is_named_and_the_rest_arrives(work: Work, alice: Member) -> None:
    posts = [inflow_post(1), inflow_post(2), inflow_post(3)]
    posts[2]["fotos"].append({"file": "photos/3b.jpeg"})
    checked: list[bytes] = []

    async def moderator(jpeg: bytes) -> ModerationResult:
        checked.append(jpeg)
        return ModerationResult(len(checked) not in {2, 4}, "Nothing like that here.", "nudity")

    import_id = await work.reads(alice, inflow_archive(posts))
    await alice.do(start, import_id=import_id, post_type="sphere")
    work.jobs = _jobs(work, alice, moderator=moderator)
    await work.finishes(alice, import_id)

    shown = await shown_to(alice)
    assert (shown.state, shown.done, shown.refused) == ("done", 2, 1)
    assert [(each.caption, each.foto_count) for each in await posts_of(alice)] == [("Tide 1", 1), ("Tide 3", 1)]
    assert await problems_of(alice) == [
        ("photos/2.jpeg", "Nothing like that here.", True),
        ("photos/3.jpeg", "Nothing like that here.", False),
    ]


async def test_without_room_it_waits_and_says_so(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1)]))
    await alice.do(start, import_id=import_id, post_type="sphere")
    work.jobs = _jobs(work, alice, quota=StorageQuota(quota=0, floor=0))
    await work.finishes(alice, import_id)

    shown = await shown_to(alice)
    assert shown.state == "working"
    assert shown.failure is not None
    assert shown.failure.code == "no_room"
    work.jobs = _jobs(work, alice)
    await work.finishes(alice, import_id)
    shown = await shown_to(alice)
    assert (shown.state, shown.done, shown.failure) == ("done", 1, None)


async def test_a_suspended_member_brings_nothing_more(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1)]))
    await alice.do(start, import_id=import_id, post_type="sphere")
    async with alice.world.database.transaction() as connection:
        await connection.text(ADD_ACCOUNT, alice.clerk_id, alice.username)
        await connection.text(SUSPEND, alice.clerk_id)
    await work.finishes(alice, import_id)

    shown = await shown_to(alice)
    assert shown.state == "failed"
    assert shown.failure is not None
    assert shown.failure.code == "suspended"
    assert await posts_of(alice) == []


async def test_a_restricted_member_neither_starts_nor_goes_on(work: Work, alice: Member, bob: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1)]))
    await alice.do(start, import_id=import_id, post_type="sphere")
    await is_restricted(alice, bob)
    await work.finishes(alice, import_id)
    later = await work.reads(alice, inflow_archive([inflow_post(1)]))

    assert await refusal(alice.do(start, import_id=later)) == "restricted"
    assert await posts_of(alice) == []


async def test_new_members_cannot_get_around_their_limit(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1)]))
    rules = alice.world.engine.dependencies.of(NewMemberRules)
    rules.days, rules.posts = 3, 5
    try:
        assert await refusal_in_words(alice.do(start, import_id=import_id)) == ("rate_limited", NO_NEW_MEMBERS)
    finally:
        rules.days, rules.posts = 0, None
    await alice.do(start, import_id=import_id)


@pytest.mark.parametrize("kills", [MOST_ATTEMPTS, MOST_ATTEMPTS + 1])
async def test_a_photo_that_kills_every_job_is_refused(work: Work, alice: Member, kills: int) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(1), inflow_post(2)]))
    await alice.do(start, import_id=import_id, post_type="sphere")
    for _ in range(kills):
        await work.is_killed_at(12, import_id)
    await work.finishes(alice, import_id)

    lost = [("photos/1.jpeg", WENT_WRONG, True)] if kills >= MOST_ATTEMPTS else []
    assert await problems_of(alice) == lost
    assert (await shown_to(alice)).state == "done"


async def test_a_file_that_is_not_there_is_named(work: Work, alice: Member) -> None:
    posts = [inflow_post(1)]
    posts[0]["fotos"].append({"file": "../../etc/passwd"})
    about = {"format": "inflow-archive", "version": 1}
    await work.brings(alice, zipped({"archive.json": about, "posts.json": posts, "photos/1.jpeg": photo(1)}))

    assert await problems_of(alice) == [("../../etc/passwd", MISSING_FILE, True)]
    assert [each.foto_count for each in await posts_of(alice)] == [1]


async def test_two_jobs_at_once_bring_nothing_twice(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(number) for number in range(5)]))
    await alice.do(start, import_id=import_id, post_type="sphere")
    await asyncio.gather(*(work.jobs.go_on(import_id) for _ in range(3)))
    await work.finishes(alice, import_id)

    assert [each.caption for each in await posts_of(alice)] == [f"Tide {number}" for number in range(5)]


async def test_a_deleted_post_comes_back_and_the_others_are_here(work: Work, alice: Member) -> None:
    archive = inflow_archive([inflow_post(number) for number in range(3)])
    await work.brings(alice, archive)
    async with alice.world.database.transaction() as connection:
        await connection.text("DELETE FROM posts WHERE author_id = $1 AND caption = 'Tide 1'", alice.user_id)
    shown = await work.brings(alice, archive)

    assert (shown.done, shown.skipped) == (1, 2)
    assert {why for _, why, _ in await problems_of(alice)} == {ALREADY_HERE}
    assert [each.caption for each in await posts_of(alice)] == ["Tide 0", "Tide 1", "Tide 2"]


def _jobs(work: Work, member: Member, **changed: Any) -> ImportJobs:
    return ImportJobs(replace(work.pipeline, **changed), member.world.engine.dependencies)


async def _profile(member: Member) -> Any:
    async with member.world.database.connection() as connection:
        (row,) = await connection.text(_PROFILE, member.user_id)
    return row
