"""Scheduled fotos are posted at their time, once, whatever is killed meanwhile."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest
from tests.clock import Clock
from tests.drafts.scheduled_work import (
    Work,
    posts_of,
    scheduled,
    tomorrow,
    work,
)
from tests.drafts.test_save import fotos_of
from tests.members import Member
from tests.world import World

from inflow.drafts.mutations import remove, save, schedule, unschedule
from inflow.drafts.publishing import JOB
from inflow.drafts.queries import list_drafts
from inflow.drafts.rules import DraftId
from inflow.posts.queries import get_posts_by_nook
from inflow.users.queries import get_aura_progress

__all__ = ["tomorrow", "work"]


async def test_it_appears_at_its_time_on_walls_that_are_open(
    alice: Member, bob: Member, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    wall = await bob.watch(get_posts_by_nook, nook_type="scenic")
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)
    kept = await scheduled(alice, tomorrow)
    own = await alice.watch(list_drafts)

    await clock.stands_at(tomorrow - timedelta(milliseconds=1))
    await work.publishes(kept)
    await work.sweeps()
    assert kept not in [each.id for each in wall.now.page]

    await clock.stands_at(tomorrow)
    await work.publishes(kept)

    assert [each.caption for each in wall.now.page if each.id == kept] == ["Half tide"]
    assert (own.now, progress.now.progress.photos_uploaded) == ([], 1)


async def test_its_job_is_deferred_until_its_time(alice: Member, work: Work, tomorrow: datetime) -> None:
    kept = await scheduled(alice, tomorrow)

    async with alice.world.database.connection() as connection:
        rows = await connection.text(
            "SELECT task_name, scheduled_at, args FROM procrastinate_jobs WHERE args ->> 'draft_id' = $1", kept
        )
    assert [(row.task_name, row.scheduled_at, row["args"]["version"]) for row in rows] == [(JOB, tomorrow, 2)]


@pytest.mark.parametrize(("late", "is_posted"), [(2.9, False), (3, True), (3 * 86_400, True)])
async def test_the_sweep_posts_what_a_lost_job_left(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, late: float, is_posted: bool
) -> None:
    kept = await scheduled(alice, tomorrow)

    await clock.stands_at(tomorrow + timedelta(seconds=late))
    await work.sweeps()

    assert (kept in await posts_of(alice)) == is_posted


async def test_twenty_kills_leave_one_post_and_none_before_its_time(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    kept = await scheduled(alice, tomorrow)
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)

    await clock.stands_at(tomorrow - timedelta(seconds=1))
    for step in range(20):
        await work.is_killed_at(step, kept)
    assert await posts_of(alice) == []
    await clock.stands_at(tomorrow)
    for step in range(20):
        await work.is_killed_at(step, kept)
        assert len(await posts_of(alice)) + len(await alice.see(list_drafts)) == 1
    await clock.waits(seconds=10)
    for _ in range(2):
        await work.sweeps()

    assert await posts_of(alice) == [kept]
    assert progress.now.progress.photos_uploaded == 1


async def test_jobs_sweeps_and_the_member_at_once_post_it_once(
    alice: Member, world: World, work: Work, clock: Clock, tomorrow: datetime
) -> None:
    kept = await scheduled(alice, tomorrow)
    await clock.stands_at(tomorrow + timedelta(seconds=5))
    others = [Work(world) for _ in range(3)]
    now = alice.send("drafts:publish", draftId=kept, version=2, postType="sphere")

    await asyncio.gather(
        *(each.jobs.publish(DraftId(kept), 2) for each in others), *(each.jobs.sweep() for each in others), now
    )

    assert await posts_of(alice) == [kept]
    assert await alice.see(list_drafts) == []


@pytest.mark.parametrize("change", ["unscheduled", "saved", "removed", "scheduled later"])
async def test_what_its_member_changed_is_not_posted(
    alice: Member, work: Work, clock: Clock, tomorrow: datetime, change: str
) -> None:
    kept = await scheduled(alice, tomorrow)
    (shown,) = await alice.see(list_drafts)
    later = tomorrow + timedelta(hours=1)
    if change == "unscheduled":
        await alice.do(unschedule, draft_id=kept)
    elif change == "saved":
        await alice.do(save, draft_id=kept, version=2, caption="Mine", fotos=fotos_of(shown))
    elif change == "removed":
        await alice.do(remove, draft_id=kept)
    else:
        await alice.do(schedule, draft_id=kept, version=2, publish_at=later, post_type="sphere")

    await clock.stands_at(tomorrow + timedelta(minutes=1))
    for version in (2, 3):
        await work.publishes(kept, version)
    await work.sweeps()
    assert await posts_of(alice) == []

    await clock.stands_at(later + timedelta(minutes=1))
    await work.sweeps()
    assert await posts_of(alice) == ([kept] if change == "scheduled later" else [])
