"""Saving, deleting, scheduling and posting drafts."""

from __future__ import annotations

from typing import Annotated

import asyncpg
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.core.text import clean
from inflow.drafts.access import FOTOS_TO_POST, require_not_posted, require_own_draft
from inflow.drafts.preparing import prepare_draft, require_prepared
from inflow.drafts.publishing import DELETE_DRAFT, JOB, post_draft
from inflow.drafts.rules import (
    CHANGED_ELSEWHERE,
    IN_ANOTHER_DRAFT,
    MOST_DRAFTS,
    NO_FOTO,
    NOT_SCHEDULED,
    TOO_MANY_DRAFTS,
    DraftId,
    Moment,
    Version,
    require_time,
)
from inflow.drafts.tables import draft_fotos, drafts
from inflow.drafts.views import NewDraftFoto, SavedDraft
from inflow.media.images.crops import require_inside
from inflow.members.access import Member, require_member
from inflow.members.tables import users
from inflow.policies.access import require_may_write
from inflow.posts.access import POST_OF_AUTHOR, UPLOAD_OF_OWNER
from inflow.posts.further_fotos import TWICE
from inflow.posts.rules import MOST_FOTOS, Caption, PostId, PostType
from inflow.standing.new_members import require_links_allowed
from reflow import DAY, MINUTE, AppError, MutationCtx, RateLimit, mutation, statement

_NOT_SCHEDULED = dict.fromkeys(("publish_at", "post_type", "try_at")) | {"attempts": 0}
_NOT_FAILED = dict.fromkeys(("failed_code", "failed_words", "failed_at"))
_NEXT_VERSION = {"version": drafts.c.version + 1}
_IS_DRAFT = drafts.c.id == bindparam("draft_id")

# Does not wait for rows that refer to the member.
LOCK_MEMBER = statement(sa.select(users.c.id).where(users.c.id == bindparam("user_id")).with_for_update(key_share=True))
NUMBER_OF_DRAFTS = statement(
    sa.select(sa.func.count()).select_from(drafts).where(drafts.c.author_id == bindparam("author_id"))
)
ADD_DRAFT = statement(sa.insert(drafts).values({name: bindparam(name) for name in ("id", "author_id", "caption")}))
CHANGE_DRAFT = statement(
    sa.update(drafts)
    .where(_IS_DRAFT)
    .values(
        {"caption": bindparam("caption"), "changed_at": sa.func.now()} | _NEXT_VERSION | _NOT_SCHEDULED | _NOT_FAILED
    )
)
SCHEDULE_DRAFT = statement(
    sa.update(drafts)
    .where(_IS_DRAFT)
    .values(
        {name: bindparam(name) for name in ("publish_at", "post_type", "try_at")}
        | {"attempts": 0}
        | _NEXT_VERSION
        | _NOT_FAILED
    )
)
UNSCHEDULE_DRAFT = statement(sa.update(drafts).where(_IS_DRAFT).values(_NEXT_VERSION | _NOT_SCHEDULED))
_FOTO = "media_id alt_text filter brightness contrast saturation ratio rotation crop shape".split()
ADD_FOTO = statement(
    sa.insert(draft_fotos).values({name: bindparam(name) for name in ("draft_id", "position", *_FOTO)})
)
DELETE_FOTOS = statement(sa.delete(draft_fotos).where(draft_fotos.c.draft_id == bindparam("draft_id")))

Fotos = Annotated[list[NewDraftFoto], Meta(max_length=MOST_FOTOS)]


@mutation(rate_limit=RateLimit((60, MINUTE), (2_000, DAY)))
async def save(
    ctx: MutationCtx,
    *,
    caption: Caption,
    fotos: Fotos,
    draft_id: DraftId | None = None,
    version: Version | None = None,
) -> SavedDraft:
    """Keep fotos as a draft, or replace one of the caller's drafts, which then leaves the schedule. Its fotos are
    uploads of the caller's that are in no post and in no other draft.

    With an id, `version` is the version that the caller changed. Another member's draft counts as missing.
    """
    member = await require_member(ctx)
    if not fotos:
        raise AppError("invalid", NO_FOTO)
    if len({foto.media_id for foto in fotos}) < len(fotos):
        raise AppError("invalid", TWICE)
    await ctx.row(LOCK_MEMBER, user_id=member.id)
    if draft_id is None:
        saved = await _added(ctx, member, caption)
    else:
        saved = await _changed(ctx, member, draft_id, version, caption)
    await _replace_fotos(ctx, member, saved.id, fotos)
    return saved


@mutation(rate_limit=RateLimit((60, MINUTE), (2_000, DAY)))
async def remove(ctx: MutationCtx, *, draft_id: DraftId) -> None:
    """Delete one of the caller's drafts, scheduled or not, with its fotos. Another member's counts as missing."""
    member = await require_member(ctx)
    await require_own_draft(ctx, member, draft_id)
    fotos = await ctx.rows(FOTOS_TO_POST, draft_id=draft_id)
    await ctx.execute(DELETE_DRAFT, draft_id=draft_id)
    for foto in fotos:
        await ctx.defer("remove_unused_media", media_id=foto.media_id)


@mutation(rate_limit=RateLimit((12, MINUTE), (200, DAY)), before_transaction=prepare_draft)
async def schedule(
    ctx: MutationCtx, *, draft_id: DraftId, version: Version, publish_at: Moment, post_type: PostType
) -> SavedDraft:
    """Have one of the caller's drafts posted at a time, a minute to a year ahead; a scheduled one gets another time.

    It needs what a new post needs now, the content check included, and once more at its time. Another member's counts
    as missing.
    """
    member = await require_member(ctx)
    draft = await require_own_draft(ctx, member, draft_id, version)
    await require_may_write(ctx, member)
    await require_links_allowed(ctx, draft.caption)
    require_time(await ctx.now(), publish_at)
    for foto in await ctx.rows(FOTOS_TO_POST, draft_id=draft_id):
        await require_not_posted(ctx, foto.media_id)
        await require_prepared(ctx, foto)
    await ctx.execute(SCHEDULE_DRAFT, draft_id=draft_id, publish_at=publish_at, try_at=publish_at, post_type=post_type)
    await ctx.defer_until(publish_at, JOB, draft_id=draft_id, version=version + 1)
    return SavedDraft(id=draft_id, version=version + 1)


@mutation(rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def unschedule(ctx: MutationCtx, *, draft_id: DraftId) -> SavedDraft:
    """Take one of the caller's drafts out of the schedule. Another member's counts as missing."""
    member = await require_member(ctx)
    draft = await require_own_draft(ctx, member, draft_id)
    if draft.publish_at is None:
        raise AppError("conflict", NOT_SCHEDULED)
    await ctx.execute(UNSCHEDULE_DRAFT, draft_id=draft_id)
    return SavedDraft(id=draft_id, version=draft.version + 1)


@mutation(rate_limit=RateLimit((12, MINUTE), (200, DAY)), before_transaction=prepare_draft)
async def publish(ctx: MutationCtx, *, draft_id: DraftId, version: Version, post_type: PostType) -> PostId:
    """Post one of the caller's drafts now, scheduled or not; returns the post's id, which is the draft's.

    It needs what a new post needs, the content check included. A draft that was posted meanwhile is posted once.
    Another member's counts as missing.
    """
    member = await require_member(ctx)
    if await ctx.row(POST_OF_AUTHOR, post_id=draft_id, author_id=member.id) is not None:
        return PostId(draft_id)
    return await post_draft(ctx, member, await require_own_draft(ctx, member, draft_id, version), post_type)


async def _added(ctx: MutationCtx, member: Member, caption: str) -> SavedDraft:
    # Two calls at a time must not both be the last one that fits: they wait for each other at the member's row.
    if await ctx.value(NUMBER_OF_DRAFTS, author_id=member.id) >= MOST_DRAFTS:
        raise AppError("invalid", TOO_MANY_DRAFTS)
    draft_id = DraftId(new_id())
    await ctx.execute(ADD_DRAFT, id=draft_id, author_id=member.id, caption=clean(caption))
    return SavedDraft(id=draft_id, version=1)


async def _changed(
    ctx: MutationCtx, member: Member, draft_id: DraftId, version: int | None, caption: str
) -> SavedDraft:
    draft = await require_own_draft(ctx, member, draft_id)
    if draft.version != version:
        raise AppError("conflict", CHANGED_ELSEWHERE)
    await ctx.execute(CHANGE_DRAFT, draft_id=draft_id, caption=clean(caption))
    return SavedDraft(id=draft_id, version=draft.version + 1)


async def _replace_fotos(ctx: MutationCtx, member: Member, draft_id: DraftId, fotos: list[NewDraftFoto]) -> None:
    """Store these fotos in place of the draft's. What is in it no longer is deleted, if nothing else uses it."""
    former = {row.media_id for row in await ctx.rows(FOTOS_TO_POST, draft_id=draft_id)}
    await ctx.execute(DELETE_FOTOS, draft_id=draft_id)
    for position, foto in enumerate(fotos):
        await _require_usable(ctx, member, foto)
        given = {"draft_id": draft_id, "position": position, "media_id": foto.media_id}
        try:
            await ctx.execute(ADD_FOTO, **given, alt_text=clean(foto.alt_text), **foto.columns())
        except asyncpg.UniqueViolationError:
            raise AppError("conflict", IN_ANOTHER_DRAFT) from None
    for media_id in former - {foto.media_id for foto in fotos}:
        await ctx.defer("remove_unused_media", media_id=media_id)


async def _require_usable(ctx: MutationCtx, member: Member, foto: NewDraftFoto) -> None:
    """Check that this is the member's own upload, that no post shows, and that its crop is inside it.

    Raises:
        AppError: `invalid`, `conflict`.
    """
    if foto.crop is not None:
        require_inside(foto.crop)
    if await ctx.value(UPLOAD_OF_OWNER, id=foto.media_id, owner_id=member.clerk_id) is None:
        raise AppError("invalid", "Please upload an image file")
    await require_not_posted(ctx, foto.media_id)
