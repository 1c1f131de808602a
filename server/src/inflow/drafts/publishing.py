"""Turning a draft into a post, for the call that posts it now and for the job that posts it at its time."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.drafts.access import DRAFT_FOR_UPDATE, FOTOS_TO_POST, require_not_posted
from inflow.drafts.preparing import require_prepared
from inflow.drafts.rules import COULD_NOT_BE_POSTED, MOST_ATTEMPTS, DraftId, pause_after
from inflow.drafts.tables import drafts
from inflow.drafts.views import adjustments_of
from inflow.identity.suspensions import SUSPENSION_OF
from inflow.members.access import Member
from inflow.members.tables import users
from inflow.posts.creating import NewPost, add_post, require_may_post
from inflow.posts.further_fotos import FurtherFoto
from inflow.posts.rules import PostId, PostType
from reflow import AppError, MutationCtx, Row, internal_mutation, statement

JOB = "publish_draft"

AUTHOR = statement(sa.select(users.c.id, users.c.clerk_id, users.c.nook).where(users.c.id == bindparam("user_id")))
DELETE_DRAFT = statement(sa.delete(drafts).where(drafts.c.id == bindparam("draft_id")))
TRY_AGAIN = statement(
    sa.update(drafts)
    .where(drafts.c.id == bindparam("draft_id"))
    .values(attempts=bindparam("attempts"), try_at=bindparam("try_at"))
)
LEAVE_SCHEDULE = statement(
    sa.update(drafts)
    .where(drafts.c.id == bindparam("draft_id"))
    .values(
        dict.fromkeys(("publish_at", "post_type", "try_at"))
        | {"attempts": 0, "failed_at": sa.func.now()}
        | {"failed_code": bindparam("code"), "failed_words": bindparam("words")}
    )
)


async def post_draft(ctx: MutationCtx, member: Member, draft: Row, post_type: PostType) -> PostId:
    """Post a draft, whose row is locked, and delete it. The member's nook is the one that they have now.

    Raises:
        AppError: What a new post is refused for; `suspended`; `conflict`, one of its fotos is in a post; `unverified`,
            one was cut again since it was judged.
    """
    if await ctx.row(SUSPENSION_OF, account_id=member.clerk_id) is not None:
        raise AppError("suspended", "Your account is suspended.")
    await require_may_post(ctx, member, draft.caption)
    fotos = await ctx.rows(FOTOS_TO_POST, draft_id=draft.id)
    for each in fotos:
        await require_not_posted(ctx, each.media_id)
        await require_prepared(ctx, each)
    foto, *further = fotos
    new = NewPost(
        id=PostId(draft.id),
        media_id=foto.media_id,
        post_type=post_type,
        ratio=foto.ratio,
        caption=draft.caption,
        alt_text=foto.alt_text,
        filter=foto.filter,
        adjustments=adjustments_of(foto),
        further=[_further(each) for each in further],
    )
    await add_post(ctx, member, new)
    await ctx.execute(DELETE_DRAFT, draft_id=draft.id)
    return new.id


@internal_mutation
async def publish_scheduled(ctx: MutationCtx, *, draft_id: DraftId, version: int) -> bool:
    """Post a scheduled draft, if its time has come; returns whether this call did.

    Raises:
        AppError: See `post_draft`.
    """
    draft = await _scheduled(ctx, draft_id, version)
    if draft is None or await ctx.now() < draft.publish_at:
        return False
    row = await ctx.row(AUTHOR, user_id=draft.author_id)
    if row is None:
        return False
    await post_draft(ctx, Member(id=row.id, clerk_id=row.clerk_id, nook=row.nook), draft, draft.post_type)
    return True


@internal_mutation
async def note_failure(ctx: MutationCtx, *, draft_id: DraftId, version: int, code: str, words: str) -> None:
    """Take a draft that could not be posted out of the schedule, with the reason."""
    if await _scheduled(ctx, draft_id, version) is not None:
        await ctx.execute(LEAVE_SCHEDULE, draft_id=draft_id, code=code, words=words)


@internal_mutation
async def try_later(ctx: MutationCtx, *, draft_id: DraftId, version: int, code: str, words: str) -> None:
    """Try a scheduled draft again after a pause; after too many attempts take it out of the schedule."""
    draft = await _scheduled(ctx, draft_id, version)
    if draft is None:
        return
    attempts = draft.attempts + 1
    if attempts >= MOST_ATTEMPTS:
        await ctx.execute(LEAVE_SCHEDULE, draft_id=draft_id, code=code, words=words or COULD_NOT_BE_POSTED)
        return
    try_at = await ctx.now() + pause_after(attempts)
    await ctx.execute(TRY_AGAIN, draft_id=draft_id, attempts=attempts, try_at=try_at)
    await ctx.defer_until(try_at, JOB, draft_id=draft_id, version=version)


async def _scheduled(ctx: MutationCtx, draft_id: DraftId, version: int) -> Row | None:
    """The draft, locked, if it is scheduled and still has this version."""
    draft = await ctx.row(DRAFT_FOR_UPDATE, draft_id=draft_id)
    if draft is None or draft.publish_at is None or draft.version != version:
        return None
    return draft


def _further(foto: Row) -> FurtherFoto:
    return FurtherFoto(
        media_id=foto.media_id,
        ratio=foto.ratio,
        filter=foto.filter,
        adjustments=adjustments_of(foto),
        alt_text=foto.alt_text,
    )
