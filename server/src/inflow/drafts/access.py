"""Locking drafts, and the checks before they are changed."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.drafts.rules import CHANGED_ELSEWHERE, NO_DRAFT, DraftId
from inflow.drafts.tables import draft_fotos, drafts
from inflow.members.access import Member
from inflow.posts.further_fotos import is_any_posted
from inflow.posts.rules import ALREADY_POSTED
from reflow import AppError, MutationCtx, Row, statement

DRAFT_FOR_UPDATE = statement(sa.select(*drafts.columns).where(drafts.c.id == bindparam("draft_id")).with_for_update())
FOTOS_TO_POST = statement(
    sa.select(*draft_fotos.columns)
    .where(draft_fotos.c.draft_id == bindparam("draft_id"))
    .order_by(draft_fotos.c.position)
)


async def require_own_draft(ctx: MutationCtx, member: Member, draft_id: DraftId, version: int | None = None) -> Row:
    """The member's own draft, which stays so until the transaction ends.

    Raises:
        AppError: `not_found`, equally for another member's draft and for none; `conflict`, it has another version.
    """
    row = await ctx.row(DRAFT_FOR_UPDATE, draft_id=draft_id)
    if row is None or row.author_id != member.id:
        raise draft_not_found()
    if version is not None and row.version != version:
        raise AppError("conflict", CHANGED_ELSEWHERE)
    return row


async def require_not_posted(ctx: MutationCtx, media_id: str) -> None:
    """Refuse a foto that is in a post already.

    Raises:
        AppError: `conflict`.
    """
    if await is_any_posted(ctx, [media_id]):
        raise AppError("conflict", ALREADY_POSTED)


def draft_not_found() -> AppError:
    """The refusal of a draft that does not exist, or that is another member's."""
    return AppError("not_found", NO_DRAFT)
