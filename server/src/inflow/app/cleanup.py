"""Cleanup at the start of a process and every hour. Several processes may run it at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from inflow.core.clock import Clock, utc_now
from inflow.flow_requests.jobs import forget_settled_requests
from inflow.identity.accounts import Accounts
from inflow.media.jobs import finish_lost, forget_bodies, forget_refusals, forget_sources, remove
from inflow.media.uploads import Studio
from inflow.members.jobs import renew_search_words
from inflow.niches.jobs import close_ended_proposals
from inflow.notifications.jobs import forget_old_notifications
from inflow.oidc.sign_in import OidcSignIn

log = structlog.get_logger(__name__)

_EVERY = 3600.0  # seconds


async def run_cleanup(accounts: Accounts, oidc: OidcSignIn, studio: Studio) -> None:
    """Run all cleanup tasks every hour until cancelled. A task that fails stops no other and runs again next time."""
    while True:
        for task in (
            accounts.forget_expired,
            oidc.forget_expired,
            partial(clean_up_media, studio),
            partial(forget_old_notifications, studio.database),
            partial(forget_settled_requests, studio.database, utc_now()),
            partial(close_ended_proposals, studio.database),
            partial(renew_search_words, studio.database),
        ):
            await _run_logged(task)
        await asyncio.sleep(_EVERY)


async def clean_up_media(studio: Studio, clock: Clock = utc_now) -> None:
    """Photos: finish what was interrupted, remove what nobody used, forget what was never received whole."""
    now = clock()
    await forget_bodies(studio, now)
    await forget_refusals(studio, now)
    await forget_sources(studio, now)
    for media_id in await studio.uses.unused(studio.database, now):
        await remove(studio, media_id)
    await finish_lost(studio, now)


async def _run_logged(task: Callable[[], Awaitable[None]]) -> None:
    try:
        await task()
    except Exception:
        log.exception("tidying failed")
