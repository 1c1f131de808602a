"""What a restore does with the drafts of a database that is older than what happened to them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.drafts.publishing import DELETE_DRAFT
from inflow.drafts.rules import RESTORED
from inflow.drafts.tables import draft_fotos, drafts
from reflow import AppError, MutationCtx, statement

_REFUSAL = AppError("expired", RESTORED)

_ANY = sa.any_(bindparam("draft_ids", type_=ARRAY(TEXT)))
MEDIA_OF_DRAFTS = statement(sa.select(draft_fotos.c.media_id).where(draft_fotos.c.draft_id == _ANY))
EMPTY_SCHEDULE = statement(
    sa.update(drafts)
    .where(drafts.c.publish_at.is_not(None))
    .values(
        dict.fromkeys(("publish_at", "post_type", "try_at"))
        | {"attempts": 0, "version": drafts.c.version + 1}
        | {"failed_at": sa.func.now(), "failed_code": _REFUSAL.code, "failed_words": _REFUSAL.message}
    )
)


async def forget_drafts(ctx: MutationCtx, draft_ids: Sequence[str]) -> None:
    """Delete these drafts, with the fotos that nothing else uses."""
    media = await ctx.rows(MEDIA_OF_DRAFTS, draft_ids=list(draft_ids))
    for draft_id in draft_ids:
        await ctx.execute(DELETE_DRAFT, draft_id=draft_id)
    for row in media:
        await ctx.defer("remove_unused_media", media_id=row.media_id)


async def empty_schedule(ctx: MutationCtx) -> None:
    """Take all drafts out of the schedule, and say why."""
    await ctx.execute(EMPTY_SCHEDULE)
