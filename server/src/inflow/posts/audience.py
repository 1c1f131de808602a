"""Changing the audience of a post, and archiving it, for the calls that also change the grids it is part of."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import TEXT
from inflow.members.access import Member
from inflow.notifications.notify import withdraw_about
from inflow.policies.access import require_may_write
from inflow.posts.access import post_not_found
from inflow.posts.rules import SET_BY_MODERATORS, PostId, PostType
from inflow.posts.tables import posts
from inflow.posts.withholding import audience_of, set_audience
from inflow.standing.new_members import require_links_allowed
from reflow import AppError, MutationCtx, statement

CAPTION_OF_POST = statement(sa.select(posts.c.caption).where(posts.c.id == bindparam("post_id")))
IS_ARCHIVED = statement(sa.select(posts.c.archived_from.is_not(None)).where(posts.c.id == bindparam("post_id")))
ARCHIVE = statement(
    sa.update(posts)
    .where(posts.c.id == bindparam("post_id"), posts.c.archived_from.is_(None), posts.c.post_type != "removed")
    .values(post_type="archived", archived_from=posts.c.post_type)
)
UNARCHIVE = statement(
    sa.update(posts)
    .where(posts.c.id == bindparam("post_id"), posts.c.post_type == "archived")
    .values(post_type=posts.c.archived_from, archived_from=None)
)
PUT_AUDIENCE = statement(
    sa.update(posts)
    .where(posts.c.id == bindparam("post_id"))
    .values(post_type=bindparam("audience"), archived_from=bindparam("archived_from", type_=TEXT))
)


async def change_audience(ctx: MutationCtx, member: Member, post_id: PostId, post_type: PostType) -> None:
    """Show a member's own post in the sphere, or to their cue only. It stays in its nook and at its time.

    Showing it to more members needs what a new post needs; showing it to fewer is always possible.

    Raises:
        AppError: `not_found`, it is archived, or a moderator removed it; `conflict`, a moderator took it off the walls;
            `restricted`; `acceptance_required`; `invalid`.
    """
    former = await audience_of(ctx, post_id)
    if former is None or former == "removed" or await ctx.value(IS_ARCHIVED, post_id=post_id):
        raise post_not_found()
    if former == "unlisted":
        raise AppError("conflict", SET_BY_MODERATORS)
    if former == "cue" and post_type == "sphere":
        await require_may_write(ctx, member)
        await require_links_allowed(ctx, await ctx.value(CAPTION_OF_POST, post_id=post_id))
    if former != post_type:
        await set_audience(ctx, post_id, post_type)


async def archive_post(ctx: MutationCtx, member: Member, post_id: PostId) -> None:
    """Hide a member's own post from everyone else, and delete the notifications about it. Does nothing if it is
    archived.

    Raises:
        AppError: `not_found`, a moderator removed it.
    """
    if await audience_of(ctx, post_id) in (None, "removed"):
        raise post_not_found()
    await ctx.execute(ARCHIVE, post_id=post_id)
    await withdraw_about(ctx, to=member.id, kind="post_comment", subject=post_id)


async def unarchive_post(ctx: MutationCtx, member: Member, post_id: PostId) -> None:
    """Give a member's own post its audience back, which needs what a new post needs. A post that a moderator took off
    the walls stays off them. Does nothing if it is not archived.

    Raises:
        AppError: `not_found`, a moderator removed it; `restricted`; `acceptance_required`; `invalid`.
    """
    if await audience_of(ctx, post_id) in (None, "removed"):
        raise post_not_found()
    if not await ctx.value(IS_ARCHIVED, post_id=post_id):
        return
    await require_may_write(ctx, member)
    await require_links_allowed(ctx, await ctx.value(CAPTION_OF_POST, post_id=post_id))
    await ctx.execute(UNARCHIVE, post_id=post_id)


async def put_audience(ctx: MutationCtx, post_id: PostId, act: str) -> None:
    """Give a post the audience of another moment, by its act in the backup's ledger, such as `sphere` or
    `archived cue`. Does nothing if the post was deleted.
    """
    audience, _, archived_from = act.partition(" ")
    if audience == "removed":
        await set_audience(ctx, post_id, "removed")
    else:
        await ctx.execute(PUT_AUDIENCE, post_id=post_id, audience=audience, archived_from=archived_from or None)
