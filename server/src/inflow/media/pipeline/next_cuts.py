"""Next cuts: a posted photograph may be cut again. It shows the former cut until a call of its post takes the next.

There is at most one for each photograph. The files of one that no call takes are deleted after an hour.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.tables import FORGET_NEXT_CUT, OLD_NEXT_CUTS, SET_NEXT_CUT, SHOW_NEXT_CUT
from reflow import AppError, Connection, MutationCtx, Row

NEXT_CUT_KEPT_FOR: Final = timedelta(hours=1)
"""How long a next cut waits for the call that takes it."""
NOT_NOW: Final = "The crop of this foto can't be changed right now. Please try again in a few minutes."

_BATCH: Final = 500


def renditions_of_next_cut(row: Row) -> list[dict[str, Any]]:
    """The stored renditions of a medium's next cut; none if it has no next cut."""
    return [] if row.next_cut is None else list(row.next_cut["renditions"])


async def set_next_cut(pipeline: MediaPipeline, connection: Connection, row: Row, cut: dict[str, Any]) -> None:
    """Store the next cut of a medium, whose row is locked, in place of the one before."""
    await connection.rows(SET_NEXT_CUT, {"media_id": row.id, "next_cut": cut})
    if former := _names(row):
        await pipeline.schedule_discard(connection, row.id, former)


async def show_next_cut(ctx: MutationCtx, row: Row) -> None:
    """Show the next cut of a medium, whose row is locked, on every open page. The files of the former cut are deleted,
    with its full size.

    Raises:
        AppError: ``conflict``: a moderator's copy of the former cut is still to be made.
    """
    if await ctx.row(ctx.get(MediaPipeline).awaiting_copy.referenced, media_id=row.id) is not None:
        raise AppError("conflict", NOT_NOW)
    await ctx.execute(SHOW_NEXT_CUT, media_id=row.id, **row.next_cut)
    await ctx.defer("finish_media", media_id=row.id)
    await ctx.defer("discard_renditions", media_id=row.id, names=[each["name"] for each in row.renditions])


async def forget_old_next_cuts(pipeline: MediaPipeline, now: datetime) -> None:
    """Delete next cuts that no call took."""
    async with pipeline.database.transaction() as connection:
        old = {"before": now - NEXT_CUT_KEPT_FOR, "limit": _BATCH}
        for row in await connection.rows(OLD_NEXT_CUTS, old):
            await connection.rows(FORGET_NEXT_CUT, {"media_id": row.id})
            await pipeline.schedule_discard(connection, row.id, _names(row))


def _names(row: Row) -> list[str]:
    return [each["name"] for each in renditions_of_next_cut(row)]
