"""Changing the caption and the alternative text of a post, with its earlier texts for its author."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.ids import new_id
from inflow.core.text import clean
from inflow.policies.access import require_may_write
from inflow.posts.access import post_not_found, require_own_post
from inflow.posts.further_fotos import NOT_ITS_FOTOS, further_alt_texts_of, set_further_alt_texts
from inflow.posts.rules import EDITS_KEPT, PostId
from inflow.posts.tables import post_edits, posts
from inflow.standing.new_members import require_links_allowed
from reflow import AppError, MutationCtx, statement

TEXTS_FOR_UPDATE = statement(
    sa.select(posts.c.caption, posts.c.alt_text, posts.c.post_type, posts.c.foto_count)
    .where(posts.c.id == bindparam("post_id"))
    .with_for_update()
)
SET_TEXTS_OF_POST = statement(
    sa.update(posts)
    .where(posts.c.id == bindparam("post_id"))
    .values(caption=bindparam("caption"), alt_text=bindparam("alt_text"), edited_at=sa.func.now())
)
_EDIT = ("id", "post_id", "caption", "alt_text", "further_alt_texts")
ADD_EDIT = statement(sa.insert(post_edits).values({name: bindparam(name) for name in _EDIT}))
_KEPT = (
    sa.select(post_edits.c.id)
    .where(post_edits.c.post_id == bindparam("post_id"))
    .order_by(post_edits.c.edited_at.desc(), post_edits.c.id.desc())
    .limit(EDITS_KEPT)
)
DELETE_OLDEST_EDITS = statement(
    sa.delete(post_edits).where(post_edits.c.post_id == bindparam("post_id"), post_edits.c.id.not_in(_KEPT))
)


async def edit_texts(
    ctx: MutationCtx,
    post_id: PostId,
    *,
    caption: str,
    alt_text: str | None = None,
    further: Sequence[str] | None = None,
) -> None:
    """Replace the texts of the caller's own post, and keep the former ones. Equal texts are no edit.

    Args:
        alt_text: None leaves it as it is.
        further: The alternative texts of its further fotos; None leaves them as they are.

    Raises:
        AppError: `not_found`, equally for another member's post and for a missing, removed or archived one;
            `invalid`, as for a new post, or another number of alternative texts than of fotos; `restricted`;
            `acceptance_required`; `unauthenticated`.
    """
    member = await require_own_post(ctx, post_id)
    await require_may_write(ctx, member)
    former = await ctx.row(TEXTS_FOR_UPDATE, post_id=post_id)
    # A removed post keeps the texts that a moderator read: it may be restored. Pages offer no edit of an archived one.
    if former is None or former.post_type in ("removed", "archived"):
        raise post_not_found()
    former_further = await further_alt_texts_of(ctx, post_id) if former.foto_count > 1 else []
    new_further = former_further if further is None else [clean(text) for text in further]
    if len(new_further) != len(former_further):
        raise AppError("invalid", NOT_ITS_FOTOS)
    texts = {"caption": clean(caption), "alt_text": former.alt_text if alt_text is None else clean(alt_text)}
    if texts["caption"] != former.caption:
        await require_links_allowed(ctx, caption)
    if texts == {"caption": former.caption, "alt_text": former.alt_text} and new_further == former_further:
        return
    before = {"caption": former.caption, "alt_text": former.alt_text, "further_alt_texts": former_further}
    await ctx.execute(ADD_EDIT, id=new_id(), post_id=post_id, **before)
    await ctx.execute(DELETE_OLDEST_EDITS, post_id=post_id)
    await ctx.execute(SET_TEXTS_OF_POST, post_id=post_id, **texts)
    await set_further_alt_texts(ctx, post_id, former_further, new_further)
