"""Each post of an archive arrives once, in its order, at its own date, wherever a process is killed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.imports.bringing import Work, inflow_archive, inflow_post, posts_of, problems_of, shown_to
from tests.members import Member

from inflow.imports.mutations import start
from inflow.imports.rules import ALREADY_HERE

KILLS = 10


async def _arrive_through_kills(work: Work, alice: Member, count: int) -> None:
    import_id = await work.uploads(alice, inflow_archive([inflow_post(number) for number in range(count)]))
    kills = 0
    for step in (0, 1, 2):
        kills += await work.is_killed_at(step, import_id)
    await work.jobs.go_on(import_id)
    await alice.do(start, import_id=import_id, post_type="sphere")
    for step in (0, 3, 9, 14, 21, 40, 47):
        kills += await work.is_killed_at(step, import_id)
    assert kills == KILLS
    await work.finishes(alice, import_id)

    arrived = await posts_of(alice)
    expected = sorted((inflow_post(number) for number in range(count)), key=lambda each: str(each["createdAt"]))
    assert [each.caption for each in arrived] == [each["caption"] for each in expected]
    assert [each.created_at for each in arrived] == [datetime.fromisoformat(each["createdAt"]) for each in expected]
    shown = await shown_to(alice)
    assert (shown.state, shown.total, shown.refused, shown.skipped) == ("done", count, 0, 0)
    assert shown.done == count


async def test_1000_posts_arrive_once_through_10_kills(work: Work, alice: Member) -> None:
    await _arrive_through_kills(work, alice, 1_000)


async def test_every_statement_of_a_job_may_be_the_last_one(work: Work, alice: Member) -> None:
    import_id = await work.reads(alice, inflow_archive([inflow_post(number) for number in range(3)]))
    await alice.do(start, import_id=import_id, post_type="sphere")

    step = 0
    while await work.is_killed_at(step, import_id):
        step += 1
    await work.finishes(alice, import_id)

    assert step > 15, "or there is too little to be killed at"
    assert [each.caption for each in await posts_of(alice)] == ["Tide 0", "Tide 1", "Tide 2"]
    assert (await shown_to(alice)).done == 3


async def test_the_same_archive_again_brings_nothing_twice(work: Work, alice: Member) -> None:
    archive = inflow_archive([inflow_post(number) for number in range(3)])
    await work.brings(alice, archive)

    import_id = await work.reads(alice, archive)
    shown = await shown_to(alice)
    assert (shown.state, shown.total, shown.skipped) == ("ready", 3, 3)
    assert [why for _, why, _ in await problems_of(alice)] == [ALREADY_HERE] * 3
    await alice.do(start, import_id=import_id, post_type="sphere")
    await work.finishes(alice, import_id)

    assert len(await posts_of(alice)) == 3


async def test_posts_of_one_moment_stay_in_their_order(work: Work, alice: Member) -> None:
    same = {"createdAt": "2020-05-05T10:00:00.000Z"}
    await work.brings(alice, inflow_archive([inflow_post(number, **same) for number in range(12)]))

    arrived = await posts_of(alice)
    assert [each.caption for each in arrived] == [f"Tide {number}" for number in range(12)]
    assert {each.created_at.replace(microsecond=0) for each in arrived} == {datetime(2020, 5, 5, 10, tzinfo=UTC)}


@pytest.mark.parametrize("audience", ["cue", "sphere"])
async def test_cue_shows_every_post_to_the_cue_and_sphere_leaves_each_its_own(
    work: Work, alice: Member, audience: str
) -> None:
    posts = [inflow_post(0), inflow_post(1, audience="cue")]
    await work.brings(alice, inflow_archive(posts), "cue" if audience == "cue" else "sphere")

    assert [each.post_type for each in await posts_of(alice)] == [audience, "cue"]
