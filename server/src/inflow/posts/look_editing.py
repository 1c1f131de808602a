"""Changing the filter, the adjustments and the crop of a posted foto, for the call that also looks at its grids."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.images.crops import Cut
from inflow.media.pipeline.full_sizes import remove_full_size
from inflow.media.pipeline.next_cuts import renditions_of_next_cut, show_next_cut
from inflow.media.tables import CUTS_FOR_UPDATE
from inflow.media.views import picture
from inflow.members.access import Member
from inflow.members.tables import profiles
from inflow.members.updates import set_picture
from inflow.posts.access import cut_to_another_ratio, post_not_found
from inflow.posts.rules import PostId, Ratio, media_id_in, rendition_in
from inflow.posts.tables import further_fotos, posts
from inflow.posts.views import Adjustments
from reflow import AppError, MutationCtx, Row, statement

OF_ANOTHER_FOTO: Final = "This is not a crop of this foto."
CUT_AGAIN: Final = "This foto was cropped again meanwhile. Please try again."
ONLY_FOTOS: Final = "Only fotos have a filter and a crop."

_LOOK = ("ratio", "filter", "brightness", "contrast", "saturation")
LOOK_FOR_UPDATE = statement(
    sa.select(posts.c.media_id, posts.c.post_type, posts.c.is_video, *(posts.c[name] for name in _LOOK))
    .where(posts.c.id == bindparam("post_id"))
    .with_for_update()
)
FURTHER_LOOK_FOR_UPDATE = statement(
    sa.select(further_fotos.c.media_id, posts.c.post_type, posts.c.is_video, *(further_fotos.c[name] for name in _LOOK))
    .join(posts, posts.c.id == further_fotos.c.post_id)
    .where(further_fotos.c.post_id == bindparam("post_id"), further_fotos.c.place == bindparam("place"))
    .with_for_update()
)
SET_LOOK = statement(
    sa.update(posts)
    .where(posts.c.id == bindparam("post_id"))
    .values({name: bindparam(name) for name in _LOOK} | {"edited_at": sa.func.now()})
)
SET_FURTHER_LOOK = statement(
    sa.update(further_fotos)
    .where(further_fotos.c.post_id == bindparam("b_post_id"), further_fotos.c.place == bindparam("b_place"))
    .values({name: bindparam(name) for name in _LOOK})
)
SET_EDITED = statement(sa.update(posts).where(posts.c.id == bindparam("post_id")).values(edited_at=sa.func.now()))
HAS_PICTURE = statement(
    sa.select(profiles.c.id).where(
        profiles.c.user_id == bindparam("user_id"), profiles.c.picture_id == bindparam("media_id")
    )
)


class NewLook(msgspec.Struct, frozen=True):
    """How a foto is to be shown. `image_url` is of its present cut, or of the next one."""

    image_url: str
    ratio: Ratio
    filter: str
    adjustments: Adjustments

    def stored(self) -> dict[str, Any]:
        """The columns of the post."""
        return {"ratio": self.ratio, "filter": self.filter, **msgspec.structs.asdict(self.adjustments)}


async def foto_for_update(ctx: MutationCtx, post_id: PostId, place: int) -> Row:
    """The look of one foto of the caller's own post, which stays so until the transaction ends.

    Raises:
        AppError: `not_found`, a moderator removed it, it is archived, or the post has fewer fotos; `unsupported`, it
            is a flick.
    """
    if place:
        row = await ctx.row(FURTHER_LOOK_FOR_UPDATE, post_id=post_id, place=place)
    else:
        row = await ctx.row(LOOK_FOR_UPDATE, post_id=post_id)
    # A removed post keeps the foto that a moderator saw: it may be restored. Pages offer no edit of an archived one.
    if row is None or row.post_type in ("removed", "archived"):
        raise post_not_found()
    if row.is_video:
        raise AppError("unsupported", ONLY_FOTOS)
    return row


async def change_look(ctx: MutationCtx, member: Member, post_id: PostId, place: int, foto: Row, look: NewLook) -> None:
    """Show a member's own foto in this way. The same look is no edit.

    What everyone may enlarge to all its pixels was judged as it looked: its author has to allow that again.

    Raises:
        AppError: `invalid`, equally for another upload's cut and for a ratio that is not the cut's; `conflict`, the
            cut was replaced, or a moderator's copy of it is still to be made.
    """
    if media_id_in(look.image_url) != foto.media_id:
        raise AppError("invalid", OF_ANOTHER_FOTO)
    medium = await ctx.row(CUTS_FOR_UPDATE, id=foto.media_id)
    if medium is None:
        raise post_not_found()
    is_next = _has(renditions_of_next_cut(medium), look.image_url)
    if not is_next and not _has(medium.renditions, look.image_url):
        raise AppError("conflict", CUT_AGAIN)
    cut = medium.next_cut["cut"] if is_next else medium.cut
    if cut is not None and msgspec.convert(cut, Cut).wanted.ratio != look.ratio:
        raise cut_to_another_ratio()
    if not is_next and look.stored() == {name: foto[name] for name in _LOOK}:
        return
    if is_next:
        await show_next_cut(ctx, medium)
        await _follow_with_picture(ctx, member, foto.media_id, medium.next_cut["renditions"])
    else:
        await remove_full_size(ctx, foto.media_id)
    if place:
        await ctx.execute(SET_FURTHER_LOOK, b_post_id=post_id, b_place=place, **look.stored())
        await ctx.execute(SET_EDITED, post_id=post_id)
    else:
        await ctx.execute(SET_LOOK, post_id=post_id, **look.stored())


async def _follow_with_picture(
    ctx: MutationCtx, member: Member, media_id: str, renditions: list[dict[str, Any]]
) -> None:
    """The author's profile may show the same photo: its address is another one now."""
    if await ctx.row(HAS_PICTURE, user_id=member.id, media_id=media_id) is not None:
        await set_picture(ctx, member.id, media_id, picture(media_id, renditions).url)


def _has(renditions: list[dict[str, Any]], image_url: str) -> bool:
    return any(each["name"] == rendition_in(image_url) for each in renditions)
