"""Creating posts and editing their texts. Deleting a post and changing its audience are in the feature `grids`, which
knows the grids of a post.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.members.access import require_self
from inflow.members.rules import UserId
from inflow.posts.access import require_judged_cut, require_own_post, require_own_upload, require_ratio_of_cut
from inflow.posts.creating import NewPost, add_post, require_may_post
from inflow.posts.editing import edit_texts
from inflow.posts.full_sizes import prepare_full_size, withdraw_full_size
from inflow.posts.further_fotos import NewFotos, require_further_fotos
from inflow.posts.looks import look_of_post
from inflow.posts.photos import prepare_photo
from inflow.posts.rules import MOST_FOTOS, AltText, Caption, FilterName, Place, PostId, PostType, Ratio
from inflow.posts.selects import POSTS
from inflow.posts.tables import posts
from inflow.posts.views import Adjustments, Post, post_view
from reflow import DAY, MINUTE, AppError, MutationCtx, RateLimit, mutation, statement

POST_BY_ID = statement(POSTS.where(posts.c.id == bindparam("id")))

AltTexts = Annotated[list[AltText], Meta(max_length=MOST_FOTOS - 1)]


# Uploads are rate-limited and each is posted once, so this needs no limit of its own.
@mutation(large_arguments=True, before_transaction=prepare_photo)
async def create_post(
    ctx: MutationCtx,
    *,
    user_id: UserId,
    image_url: str,
    ratio: Ratio,
    nook_type: str,
    caption: Caption,
    post_type: PostType,
    filter: FilterName = "none",  # noqa: A002  # the specification's word for the parameter
    adjustments: Adjustments = Adjustments(),  # noqa: B008  # frozen
    alt_text: AltText = "",
    is_video: bool = False,
    further_fotos: NewFotos = (),
) -> Post:
    """Post a photo to the sphere or to the caller's cue: one that they have just uploaded, or a data URL with a
    JPEG. Up to nine further uploads may follow it in the same post.
    """
    member = await require_self(ctx, user_id)
    if is_video:
        raise AppError("unsupported", "Video Posts Coming Soon!")
    await require_may_post(ctx, member, caption)
    if nook_type != member.nook:
        raise AppError("invalid", "You can only post to your own nook.")
    media_id = await require_own_upload(ctx, member, image_url)
    await require_ratio_of_cut(ctx, media_id, ratio)
    if look_of_post(filter, adjustments):
        await require_judged_cut(ctx, media_id, image_url)
    further = await require_further_fotos(ctx, member, further_fotos)
    new = NewPost(
        id=PostId(new_id()),
        media_id=media_id,
        post_type=post_type,
        ratio=ratio,
        caption=caption,
        alt_text=alt_text,
        filter=filter,
        adjustments=adjustments,
        further=further,
    )
    await add_post(ctx, member, new)
    (row,) = await ctx.rows(POST_BY_ID, id=new.id)
    return post_view(row)


@mutation(rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def edit_caption(ctx: MutationCtx, *, post_id: PostId, caption: Caption) -> None:
    """Replace the caption of the caller's own post; an empty one removes it. Another member's post counts as
    missing.
    """
    await edit_texts(ctx, post_id, caption=caption)


@mutation(rate_limit=RateLimit((30, MINUTE), (500, DAY)))
async def edit(
    ctx: MutationCtx,
    *,
    post_id: PostId,
    caption: Caption,
    alt_text: AltText,
    further_alt_texts: AltTexts | None = None,
) -> None:
    """Replace the caption and the alternative texts of the caller's own post; readers see that it was edited. It needs
    what a new post needs. Another member's post counts as missing.

    `further_alt_texts` are those of its second foto and of all after it; without them, these stay as they are.
    """
    await edit_texts(ctx, post_id, caption=caption, alt_text=alt_text, further=further_alt_texts)


@mutation(rate_limit=RateLimit((12, MINUTE), (200, DAY)), before_transaction=prepare_full_size)
async def set_full_size(ctx: MutationCtx, *, post_id: PostId, allowed: bool, place: Place = 0) -> None:
    """Allow everyone who sees the caller's own foto to enlarge it to all its pixels, or no longer.

    `place` counts the fotos of the post from 0. The foto then has one more of its `variants`, without metadata, once
    the content check has seen its details. Another member's post counts as missing.
    """
    await require_own_post(ctx, post_id)
    if not allowed:
        await withdraw_full_size(ctx, post_id, place)
