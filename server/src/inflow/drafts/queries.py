"""Queries of the caller's own drafts."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.drafts.rules import DraftId
from inflow.drafts.tables import draft_fotos, drafts
from inflow.drafts.views import Draft, draft_view
from inflow.media.tables import media
from inflow.members.access import require_member
from reflow import QueryCtx, Row, query, statement

_ITS_FOTOS = (
    sa.select(*draft_fotos.columns, media.c.width, media.c.height, media.c.thumbhash, media.c.renditions)
    .select_from(draft_fotos.join(media, media.c.id == draft_fotos.c.media_id))
    .order_by(draft_fotos.c.position)
)
_OWN = drafts.c.author_id == bindparam("author_id")

DRAFTS_OF_MEMBER = statement(sa.select(*drafts.columns).where(_OWN))
OWN_DRAFT = statement(sa.select(*drafts.columns).where(drafts.c.id == bindparam("draft_id"), _OWN))
FOTOS_OF_DRAFTS = statement(
    _ITS_FOTOS.where(draft_fotos.c.draft_id == sa.any_(bindparam("draft_ids", type_=ARRAY(TEXT))))
)


@query(path="drafts:list")
async def list_drafts(ctx: QueryCtx) -> list[Draft]:
    """The caller's drafts: those that are scheduled first, by their time, then the others, the last changed first."""
    member = await require_member(ctx)
    # At most fifty.
    rows = sorted(await ctx.rows(DRAFTS_OF_MEMBER, author_id=member.id), key=_place)
    fotos: dict[str, list[Row]] = defaultdict(list)
    for foto in await ctx.rows(FOTOS_OF_DRAFTS, draft_ids=[row.id for row in rows]):
        fotos[foto.draft_id].append(foto)
    return [draft_view(row, fotos[row.id]) for row in rows]


@query
async def get(ctx: QueryCtx, *, draft_id: DraftId) -> Draft | None:
    """One of the caller's drafts; null if there is none. Another member's counts as missing."""
    member = await require_member(ctx)
    row = await ctx.row(OWN_DRAFT, draft_id=draft_id, author_id=member.id)
    if row is None:
        return None
    return draft_view(row, await ctx.rows(FOTOS_OF_DRAFTS, draft_ids=[draft_id]))


def _place(row: Row) -> tuple[bool, datetime, float, str]:
    return (
        row.publish_at is None,
        row.publish_at or datetime.max.replace(tzinfo=UTC),
        -row.changed_at.timestamp(),
        row.id,
    )
