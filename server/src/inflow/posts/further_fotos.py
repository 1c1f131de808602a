"""The second foto of a post and those after it. The post's own row describes its first foto."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Final

import asyncpg
import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.core.text import clean
from inflow.members.access import Member
from inflow.posts.access import require_judged_cut, require_own_upload, require_ratio_of_cut
from inflow.posts.looks import look_of_post
from inflow.posts.rules import ALREADY_POSTED, MOST_FOTOS, AltText, FilterName, PostId, Ratio
from inflow.posts.tables import further_fotos, posts
from inflow.posts.views import Adjustments
from reflow import AppError, MutationCtx, Row, statement

TWICE: Final = "The same foto is in this post twice."
NOT_ITS_FOTOS: Final = "This post has another number of fotos."

_COLUMNS = ("post_id", "place", "media_id", "ratio", "alt_text", "filter", "brightness", "contrast", "saturation")
ADD_FURTHER_FOTO = statement(sa.insert(further_fotos).values({name: bindparam(name) for name in _COLUMNS}))
_ANY_OF_MEDIA = sa.any_(bindparam("media_ids", type_=ARRAY(TEXT)))
POSTED_FIRST = statement(sa.select(posts.c.media_id).where(posts.c.media_id == _ANY_OF_MEDIA))
POSTED_FURTHER = statement(sa.select(further_fotos.c.media_id).where(further_fotos.c.media_id == _ANY_OF_MEDIA))
FURTHER_MEDIA_OF_POST = statement(
    sa.select(further_fotos.c.media_id)
    .where(further_fotos.c.post_id == bindparam("post_id"))
    .order_by(further_fotos.c.place)
)
FURTHER_ALT_TEXTS = statement(
    sa.select(further_fotos.c.place, further_fotos.c.alt_text)
    .where(further_fotos.c.post_id == bindparam("post_id"))
    .order_by(further_fotos.c.place)
)
SET_FURTHER_ALT_TEXT = statement(
    sa.update(further_fotos)
    .where(further_fotos.c.post_id == bindparam("b_post_id"), further_fotos.c.place == bindparam("b_place"))
    .values(alt_text=bindparam("alt_text"))
)


class NewFoto(msgspec.Struct, rename="camel", kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A foto that follows the first one of a new post: an upload of its author with its look."""

    image_url: str
    ratio: Ratio
    filter: FilterName = "none"
    adjustments: Adjustments = Adjustments()
    alt_text: AltText = ""


NewFotos = Annotated[tuple[NewFoto, ...], Meta(max_length=MOST_FOTOS - 1)]


class FurtherFoto(msgspec.Struct, kw_only=True, frozen=True):
    """A further foto of a new post, whose upload was checked."""

    media_id: str
    ratio: Ratio
    filter: str
    adjustments: Adjustments
    alt_text: str


async def require_further_fotos(ctx: MutationCtx, member: Member, fotos: Sequence[NewFoto]) -> list[FurtherFoto]:
    """Check the further fotos of a new post.

    Raises:
        AppError: `invalid`, `content_unverified`, as for the first foto.
    """
    checked = []
    for foto in fotos:
        media_id = await require_own_upload(ctx, member, foto.image_url)
        await require_ratio_of_cut(ctx, media_id, foto.ratio)
        if look_of_post(foto.filter, foto.adjustments):
            await require_judged_cut(ctx, media_id, foto.image_url)
        checked.append(
            FurtherFoto(
                media_id=media_id,
                ratio=foto.ratio,
                filter=foto.filter,
                adjustments=foto.adjustments,
                alt_text=foto.alt_text,
            )
        )
    return checked


@contextmanager
def naming_place(place: int) -> Iterator[None]:
    """Have a refusal in the block name the place of its foto, if that is not the first one: the composer takes that
    foto out and keeps the others.
    """
    try:
        yield
    except AppError as refused:
        if not place:
            raise
        raise AppError(refused.code, refused.message, **{**refused.data, "place": place}) from None


async def is_any_posted(ctx: MutationCtx, media_ids: Sequence[str]) -> bool:
    """Whether one of these uploads is in a post."""
    given = {"media_ids": list(media_ids)}
    return bool(await ctx.rows(POSTED_FIRST, **given) or await ctx.rows(POSTED_FURTHER, **given))


async def require_unposted(ctx: MutationCtx, first: str, further: Sequence[str]) -> None:
    """Refuse a post of uploads of which one is posted, or is given twice. Constraints refuse the other cases: a first
    foto that is another post's first one, and a further foto that is another post's further one.

    Raises:
        AppError: `conflict`, `invalid`.
    """
    media_ids = [first, *further]
    if len(set(media_ids)) < len(media_ids):
        raise AppError("invalid", TWICE)
    is_posted = await ctx.rows(POSTED_FURTHER, media_ids=media_ids)
    if is_posted or (further and await ctx.rows(POSTED_FIRST, media_ids=list(further))):
        raise AppError("conflict", ALREADY_POSTED)


async def add_further_fotos(ctx: MutationCtx, post_id: PostId, fotos: Sequence[FurtherFoto]) -> None:
    """Add these fotos to a new post, in their order.

    Raises:
        AppError: `conflict`, one is posted; `invalid`, the cleanup deleted one a moment ago.
    """
    try:
        for place, foto in enumerate(fotos, start=1):
            of = {"post_id": post_id, "place": place, "media_id": foto.media_id}
            look = {"ratio": foto.ratio, "filter": foto.filter, **msgspec.structs.asdict(foto.adjustments)}
            await ctx.execute(ADD_FURTHER_FOTO, **of, alt_text=clean(foto.alt_text), **look)
    except asyncpg.UniqueViolationError:
        raise AppError("conflict", ALREADY_POSTED) from None
    except asyncpg.ForeignKeyViolationError:
        raise AppError("invalid", "Please upload an image file") from None


async def further_media_of(ctx: MutationCtx, post_id: PostId) -> list[str]:
    """The media of a post's further fotos, in their order."""
    return [row.media_id for row in await ctx.rows(FURTHER_MEDIA_OF_POST, post_id=post_id)]


async def further_alt_texts_of(ctx: MutationCtx, post_id: PostId) -> list[str]:
    """The alternative texts of a post's further fotos, in their order."""
    rows: list[Row] = await ctx.rows(FURTHER_ALT_TEXTS, post_id=post_id)
    return [row.alt_text for row in rows]


async def set_further_alt_texts(ctx: MutationCtx, post_id: PostId, before: Sequence[str], texts: Sequence[str]) -> None:
    """Replace the alternative texts that differ from those before."""
    for place, (former, text) in enumerate(zip(before, texts, strict=True), start=1):
        if text != former:
            await ctx.execute(SET_FURTHER_ALT_TEXT, b_post_id=post_id, b_place=place, alt_text=text)
