"""Posting drafts at their time: the job of each, and the sweep that finds those whose job was lost.

A job that a killed process was doing begins again only after half a minute, so the sweep looks every few seconds. Both
may try the same draft at once: the transaction posts it once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

import sqlalchemy as sa
import structlog
from sqlalchemy import bindparam

from inflow.core.tables import INSTANT
from inflow.drafts.preparing import prepare_fotos
from inflow.drafts.publishing import note_failure, publish_scheduled, try_later
from inflow.drafts.rules import COULD_NOT_BE_POSTED, PASSING, DraftId
from inflow.drafts.tables import drafts
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.members.tables import users
from reflow import AppError, Database, statement

SWEEP_EVERY: Final = 3.0  # seconds
_OVERDUE_FOR: Final = timedelta(seconds=3)
_MOST_AT_ONCE: Final = 50

_NEVER_WATCHED: Final = "Asked by a job; no query watches it."
_CLOCK: Final = "SELECT clock_timestamp() AS now"
DUE_DRAFTS = statement(
    sa.select(drafts.c.id, drafts.c.version)
    .where(drafts.c.try_at <= bindparam("now", type_=INSTANT))
    .order_by(drafts.c.try_at)
    .limit(_MOST_AT_ONCE),
    whole_table=_NEVER_WATCHED,
)
OWNER_OF_SCHEDULED = statement(
    sa.select(users.c.clerk_id, drafts.c.author_id, drafts.c.try_at)
    .join(users, users.c.id == drafts.c.author_id)
    .where(drafts.c.id == bindparam("draft_id"), drafts.c.version == bindparam("version"), drafts.c.try_at.is_not(None))
)

Run = Callable[[Any, dict[str, Any], None], Awaitable[Any]]
"""Runs a mutation without a caller, as the engine does it."""

log = structlog.get_logger(__name__)


class DraftJobs:
    """Posts the drafts of one deployment at their time.

    Args:
        run: Runs a mutation.
    """

    def __init__(self, database: Database, pipeline: MediaPipeline, run: Run) -> None:
        self._database = database
        self._pipeline = pipeline
        self._run = run
        self._under_way: set[str] = set()

    async def publish(self, draft_id: DraftId, version: int) -> None:
        """Post a scheduled draft whose time has come. Idempotent; does nothing if it was changed since.

        A refusal that passes by itself is tried again later, any other one takes the draft out of the schedule.
        """
        if draft_id in self._under_way:
            return
        self._under_way.add(draft_id)
        try:
            await self._publish({"draft_id": draft_id, "version": version})
        finally:
            self._under_way.discard(draft_id)

    async def sweep(self) -> None:
        """Post the drafts that are overdue."""
        async with self._database.connection() as connection:
            ((now,),) = await connection.text(_CLOCK)
            due = await connection.rows(DUE_DRAFTS, {"now": now - _OVERDUE_FOR})
        for row in due:
            await self.publish(row.id, row.version)

    async def run(self) -> None:
        """Sweep at once, and every few seconds until cancelled."""
        while True:
            try:
                await self.sweep()
            except Exception:
                log.exception("scheduled fotos were not looked for")
            await asyncio.sleep(SWEEP_EVERY)

    async def _publish(self, draft: dict[str, Any]) -> None:
        async with self._database.connection() as connection:
            ((now,),) = await connection.text(_CLOCK)
            found = await connection.row(OWNER_OF_SCHEDULED, draft)
        if found is None or now < found.try_at:
            return
        try:
            await prepare_fotos(self._pipeline, found.clerk_id, draft["draft_id"])
        except AppError as refusal:
            # A limit of the checks is about the moment, that of new members is about the day.
            await self._refused(draft, refusal, PASSING | {"rate_limited"})
        except Exception:
            log.exception("a scheduled foto was not prepared")
            await self._refused(draft, AppError("busy", COULD_NOT_BE_POSTED), PASSING)
        else:
            await self._post(draft)

    async def _post(self, draft: dict[str, Any]) -> None:
        try:
            await self._run(publish_scheduled, draft, None)
        except AppError as refusal:
            await self._refused(draft, refusal, PASSING)
        except Exception:
            log.exception("a scheduled foto was not posted")
            await self._refused(draft, AppError("busy", COULD_NOT_BE_POSTED), PASSING)

    async def _refused(self, draft: dict[str, Any], refusal: AppError, passing: frozenset[str]) -> None:
        note = try_later if refusal.code in passing else note_failure
        await self._run(note, {**draft, "code": refusal.code, "words": refusal.message}, None)
