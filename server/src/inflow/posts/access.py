"""Checks before posting, and whether the caller sees a post, which also decides about its comments and reactions."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.images.crops import Cut
from inflow.media.pipeline.moderation import content_unverified
from inflow.media.tables import media
from inflow.members.access import Member, require_member
from inflow.members.rules import UserId
from inflow.posts.rules import PostId, Ratio, media_id_in, rendition_in
from inflow.posts.tables import posts
from inflow.posts.visibility import visible_posts
from reflow import AppError, MutationCtx, QueryCtx, ReadCtx, internal_query, statement

UPLOAD_OF_OWNER = statement(
    sa.select(media.c.id).where(media.c.id == bindparam("id"), media.c.owner_id == bindparam("owner_id"))
)
# The lock keeps other crops from replacing this one before the post refers to it.
CUT_BY_ID = statement(sa.select(media.c.cut).where(media.c.id == bindparam("id")).with_for_update(read=True))
RENDITIONS_OF = statement(sa.select(media.c.renditions).where(media.c.id == bindparam("id")).with_for_update(read=True))
POST_OF_AUTHOR = statement(
    sa.select(posts.c.id).where(posts.c.id == bindparam("post_id"), posts.c.author_id == bindparam("author_id"))
)
AUTHOR_OF_VISIBLE_POST = statement(
    sa.select(posts.c.author_id).where(posts.c.id == bindparam("post_id"), visible_posts())
)


@internal_query
async def visible_author(ctx: QueryCtx, *, post_id: PostId) -> UserId | None:
    """The author of a post; None if the caller sees no such post."""
    member = await require_member(ctx)
    author: UserId | None = await ctx.value(AUTHOR_OF_VISIBLE_POST, post_id=post_id, viewer=member.id)
    return author


async def require_visible(ctx: ReadCtx, post_id: PostId) -> UserId:
    """Check that the caller sees this post; returns its author.

    Raises:
        AppError: `unauthenticated`, or `not_found`, equally for a hidden post and for a missing one.
    """
    author = await ctx.run(visible_author, post_id=post_id)
    if author is None:
        raise post_not_found()
    return author


async def require_own_post(ctx: MutationCtx, post_id: PostId) -> Member:
    """The calling member, whose post this must be.

    Raises:
        AppError: `unauthenticated`, or `not_found`: the same for another member's post and for none.
    """
    member = await require_member(ctx)
    if await ctx.row(POST_OF_AUTHOR, post_id=post_id, author_id=member.id) is None:
        raise post_not_found()
    return member


async def require_own_upload(ctx: MutationCtx, member: Member, image_url: str) -> str:
    """Check that this URL is of the member's own upload; returns the upload's id.

    Raises:
        AppError: `invalid`, equally for a missing upload and for another member's.
    """
    media_id = media_id_in(image_url)
    if media_id is None or await ctx.value(UPLOAD_OF_OWNER, id=media_id, owner_id=member.clerk_id) is None:
        raise AppError("invalid", "Please upload an image file")
    return media_id


async def require_judged_cut(ctx: MutationCtx, media_id: str, image_url: str) -> None:
    """Refuse the post if the content check judged its look on another crop than the post would show.

    Raises:
        AppError: `content_unverified`.
    """
    renditions = await ctx.value(RENDITIONS_OF, id=media_id)
    if all(each["name"] != rendition_in(image_url) for each in renditions or ()):
        raise content_unverified()


async def require_ratio_of_cut(ctx: MutationCtx, media_id: str, ratio: Ratio) -> None:
    """Refuse a ratio that differs from the ratio to which the photo was cropped. A photo without a crop may have any.

    Raises:
        AppError: `invalid`.
    """
    cut = await ctx.value(CUT_BY_ID, id=media_id)
    if cut is not None and msgspec.convert(cut, Cut).wanted.ratio != ratio:
        raise cut_to_another_ratio()


def cut_to_another_ratio() -> AppError:
    """The refusal of a ratio that differs from the ratio of the photo's cut."""
    return AppError("invalid", "This foto was cut to another ratio.")


def post_not_found() -> AppError:
    """The refusal of a post that does not exist, or that the caller may not know of."""
    return AppError("not_found", "This post does not exist.")
