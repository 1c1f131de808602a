"""Scheduled drafts for tests, and the jobs of a server that a test runs, and kills, when it wants to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.clock import Clock
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import draft
from tests.world import World

from inflow.drafts.jobs import DraftJobs
from inflow.drafts.mutations import schedule
from inflow.drafts.queries import list_drafts
from inflow.drafts.rules import DraftId
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.moderation.mutations import act
from inflow.posts.queries import get_user_posts
from reflow.postgres.database import Connection


class Killed(BaseException):
    """The process ended here."""


class Work:
    """The jobs of a server, which a test runs when they are due."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.jobs = self._begun()

    def _begun(self) -> DraftJobs:
        pipeline = self._world.engine.dependencies.of(MediaPipeline)
        return DraftJobs(self._world.database, pipeline, self._world.engine.run_mutation)

    async def sweeps(self) -> None:
        await self.jobs.sweep()
        await self._world.settle()

    async def publishes(self, draft_id: str, version: int = 2) -> None:
        await self.jobs.publish(DraftId(draft_id), version)
        await self._world.settle()

    async def is_killed_at(self, step: int, draft_id: str) -> None:
        """Run the job in a process that ends before this statement, and begin another process."""
        with killed_before(step), suppress(Killed):
            await self.jobs.publish(DraftId(draft_id), 2)
        self.jobs = self._begun()
        await self._world.settle()


@pytest.fixture
async def work(world: World) -> AsyncIterator[Work]:
    # Another test's drafts are due when a test moves the clock.
    async with world.database.transaction() as connection:
        await connection.text("DELETE FROM drafts")
    yield Work(world)


@pytest.fixture
def tomorrow(clock: Clock) -> datetime:
    return clock.now + timedelta(days=1)


async def scheduled(member: Member, at: datetime, *, caption: str = "Half tide") -> str:
    kept = await draft(member, caption)
    await member.do(schedule, draft_id=kept, version=1, publish_at=at, post_type="sphere")
    return kept


async def posts_of(member: Member) -> list[str]:
    return [each.id for each in (await member.see(get_user_posts, user_id=member.user_id)).page]


async def failure_of(member: Member) -> tuple[str, str] | None:
    (shown,) = await member.see(list_drafts)
    return None if shown.failure is None else (shown.failure.code, shown.failure.words)


async def next_attempt(member: Member, draft_id: str) -> datetime | None:
    async with member.world.database.connection() as connection:
        (row,) = await connection.text("SELECT try_at FROM drafts WHERE id = $1", draft_id)
    moment: datetime | None = row.try_at
    return moment


async def is_restricted(member: Member, by: Member) -> None:
    mona = await Member.sign_up(member.world, "mona")
    await with_role(mona, "moderator")
    case = await reported(by, "profile", member.profile_id)
    await mona.do(act, case_id=case, measure="restrict", reason="harassment", days=7)


@contextmanager
def killed_before(step: int) -> Iterator[None]:
    """Let the process end before the statement with this number, of those that follow."""
    left, job = [step], asyncio.current_task()

    def counting(call: Any) -> Any:
        async def counted(*given: Any, **named: Any) -> Any:
            if asyncio.current_task() is job:
                if left[0] == 0:
                    raise Killed
                left[0] -= 1
            return await call(*given, **named)

        return counted

    with pytest.MonkeyPatch.context() as patched:
        for name in ("rows", "row", "execute", "text"):
            patched.setattr(Connection, name, counting(getattr(Connection, name)))
        yield
