"""Cleanup at the start of a process and every hour. Several processes may run it at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path

import structlog

from inflow.app.archive.cleanup import clean_up_exports, clean_up_imports
from inflow.app.health import clock_problem
from inflow.app.parts import Parts
from inflow.app.web_files import forget_assets, keep_assets, web_folder
from inflow.backup.ledger import forget_old_erasures
from inflow.core.clock import Clock, utc_now
from inflow.flow_requests.jobs import forget_settled_requests
from inflow.imports.uploads.receiving import remove_expired
from inflow.media.jobs import (
    delete_old_refusals,
    remove_medium,
    remove_old_sources,
    remove_stale_files,
    reschedule_lost,
)
from inflow.media.pipeline.next_cuts import forget_old_next_cuts
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.upload_cleanup import remove_expired_uploads
from inflow.media.storage.orphans import remove_orphans
from inflow.members.jobs import renew_search_words
from inflow.moderation.activity import look_for_unusual_activity
from inflow.moderation.jobs import forget_old_evidence
from inflow.niches.jobs import close_ended_proposals
from inflow.notifications.jobs import delete_old_notifications
from reflow import Database

Task = Callable[[], Awaitable[None]]

log = structlog.get_logger(__name__)

_EVERY = 3600.0  # seconds
_AGAIN = 60.0  # seconds, after it could not run
_SWEEP_AT = 3  # the hour, in UTC, in which all files are listed; a bucket charges for that


async def run_cleanup(parts: Parts) -> None:
    """Run all cleanup tasks every hour until cancelled."""
    pipeline = parts.pipeline
    while True:
        is_done = await clean_up(
            pipeline.database,
            (
                parts.accounts.forget_expired,
                parts.oidc.forget_expired,
                partial(clean_up_media, pipeline),
                partial(remove_expired, pipeline, utc_now()),
                partial(clean_up_exports, pipeline.database, pipeline.store, utc_now()),
                partial(clean_up_imports, pipeline.database, pipeline.store, utc_now()),
                partial(delete_old_notifications, pipeline.database),
                partial(forget_settled_requests, pipeline.database, utc_now()),
                partial(close_ended_proposals, pipeline.database),
                partial(forget_old_erasures, pipeline.database, utc_now()),
                partial(forget_old_evidence, pipeline.database, utc_now()),
                partial(renew_search_words, pipeline.database),
                partial(_keep_up_assets, parts.settings.home_path),
                partial(look_for_unusual_activity, pipeline.database, parts.engine, utc_now()),
            ),
        )
        await asyncio.sleep(_EVERY if is_done else _AGAIN)


async def clean_up(database: Database, tasks: Iterable[Task], wall: Callable[[], float] = time.time) -> bool:
    """Run these tasks, if this machine's clock is right: if it is a day ahead, what is new seems old and is deleted.

    A task that fails stops no other and runs again next time.

    Args:
        wall: This machine's clock, in seconds of Unix time.

    Returns:
        Whether they ran.
    """
    if problem := await _clock_problem(database, wall):
        log.error("cleanup waits for the right time", problem=problem)
        return False
    for task in tasks:
        await _run_logged(task)
    return True


async def _keep_up_assets(home: Path) -> None:
    if built := web_folder():
        keep_assets(built, home)
    forget_assets(home)


async def clean_up_media(pipeline: MediaPipeline, clock: Clock = utc_now) -> None:
    """Finish interrupted photos, delete unused ones, and delete incomplete uploads and old records."""
    now = clock()
    await remove_stale_files(pipeline, now)
    await remove_expired_uploads(pipeline, now)
    await delete_old_refusals(pipeline, now)
    await remove_old_sources(pipeline, now)
    await forget_old_next_cuts(pipeline, now)
    for media_id in await pipeline.references.unreferenced(pipeline.database, now):
        await remove_medium(pipeline, media_id)
    await reschedule_lost(pipeline, now)
    if now.hour == _SWEEP_AT and (removed := await remove_orphans(pipeline.database, pipeline.store, now)):
        log.info("files without rows are deleted", media=removed)


async def _clock_problem(database: Database, wall: Callable[[], float]) -> str | None:
    try:
        async with database.connection() as connection:
            (row,) = await connection.text("SELECT extract(epoch FROM clock_timestamp())::float8 AS now")
    except Exception as error:  # noqa: BLE001  # whatever it is, the time is unknown
        return f"The database's clock cannot be read: {error}"
    return clock_problem(row.now, wall())


async def _run_logged(task: Task) -> None:
    try:
        await task()
    except Exception:
        log.exception("tidying failed")
