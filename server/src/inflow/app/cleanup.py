"""Cleanup at the start of a process and every hour. Several processes may run it at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from inflow.app.parts import Parts
from inflow.backup.ledger import forget_old_erasures
from inflow.core.clock import Clock, utc_now
from inflow.flow_requests.jobs import forget_settled_requests
from inflow.media.jobs import (
    delete_old_refusals,
    remove_medium,
    remove_old_sources,
    remove_stale_files,
    reschedule_lost,
)
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.storage.orphans import remove_orphans
from inflow.members.jobs import renew_search_words
from inflow.moderation.activity import look_for_unusual_activity
from inflow.moderation.jobs import forget_old_evidence
from inflow.niches.jobs import close_ended_proposals
from inflow.notifications.jobs import delete_old_notifications

log = structlog.get_logger(__name__)

_EVERY = 3600.0  # seconds
_SWEEP_AT = 3  # the hour, in UTC, in which all files are listed; a bucket charges for that


async def run_cleanup(parts: Parts) -> None:
    """Run all cleanup tasks every hour until cancelled. A task that fails stops no other and runs again next time."""
    pipeline = parts.pipeline
    while True:
        for task in (
            parts.accounts.forget_expired,
            parts.oidc.forget_expired,
            partial(clean_up_media, pipeline),
            partial(delete_old_notifications, pipeline.database),
            partial(forget_settled_requests, pipeline.database, utc_now()),
            partial(close_ended_proposals, pipeline.database),
            partial(forget_old_erasures, pipeline.database, utc_now()),
            partial(forget_old_evidence, pipeline.database, utc_now()),
            partial(renew_search_words, pipeline.database),
            partial(look_for_unusual_activity, pipeline.database, parts.engine, utc_now()),
        ):
            await _run_logged(task)
        await asyncio.sleep(_EVERY)


async def clean_up_media(pipeline: MediaPipeline, clock: Clock = utc_now) -> None:
    """Finish interrupted photos, delete unused ones, and delete incomplete uploads and old records."""
    now = clock()
    await remove_stale_files(pipeline, now)
    await delete_old_refusals(pipeline, now)
    await remove_old_sources(pipeline, now)
    for media_id in await pipeline.references.unreferenced(pipeline.database, now):
        await remove_medium(pipeline, media_id)
    await reschedule_lost(pipeline, now)
    if now.hour == _SWEEP_AT and (removed := await remove_orphans(pipeline.database, pipeline.store, now)):
        log.info("files without rows are deleted", media=removed)


async def _run_logged(task: Callable[[], Awaitable[None]]) -> None:
    try:
        await task()
    except Exception:
        log.exception("tidying failed")
