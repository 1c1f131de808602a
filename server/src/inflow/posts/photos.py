"""The photos of posts: a post keeps its photos from being deleted, and its call may contain the first one."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from inflow.media.pipeline.data_urls import is_data_url, store_data_url
from inflow.media.pipeline.look_check import require_allowed_look
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.posts.further_fotos import naming_place
from inflow.posts.looks import look_of_post
from inflow.posts.rules import media_id_in, rendition_in
from inflow.posts.tables import further_fotos, posts
from reflow import Ctx


def shown_in_a_post(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that a post shows this medium."""
    return sa.or_(sa.exists(sa.select(posts.c.id).where(posts.c.media_id == media_id)), _is_further_foto(media_id))


def shown_in_a_foto(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that a foto, which is no flick, shows this medium."""
    is_first = sa.exists(sa.select(posts.c.id).where(posts.c.media_id == media_id, posts.c.is_video == sa.false()))
    return sa.or_(is_first, _is_further_foto(media_id))


def _is_further_foto(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    return sa.exists(sa.select(further_fotos.c.post_id).where(further_fotos.c.media_id == media_id))


async def prepare_photo(ctx: Ctx, given: dict[str, Any]) -> dict[str, Any]:
    """Store a photo inside the call like an upload, put its URL in its place, and check the fotos as they will be seen.

    Both take longer than a transaction may, and call other processes or servers. A post that is refused afterwards
    leaves an upload that nothing uses, as a browser does that uploads and never posts.
    """
    if ctx.identity is None or given["is_video"]:
        return given
    if is_data_url(given["image_url"]):
        kept = await store_data_url(ctx.get(MediaPipeline), ctx.identity.subject, given["image_url"])
        given = {**given, "image_url": kept.image_url}
    given = await check_look(ctx, given)
    for place, further in enumerate(given["further_fotos"], start=1):
        with naming_place(place):
            await check_look(ctx, msgspec.structs.asdict(further))
    return given


async def check_look(ctx: Ctx, given: dict[str, Any]) -> dict[str, Any]:
    """Have a changed picture judged as members will see it: brightness may reveal details that were darkened for the
    upload.

    The mutation ensures that the post shows the crop that was judged; see `require_judged_cut`.
    """
    if ctx.identity is None:
        return given
    look, media_id = look_of_post(given["filter"], given["adjustments"]), media_id_in(given["image_url"])
    if look and media_id is not None:
        name = rendition_in(given["image_url"])
        await require_allowed_look(ctx.get(MediaPipeline), ctx.identity.subject, media_id, name, look)
    return given
