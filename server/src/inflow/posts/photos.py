"""How posts and photos hang together: a post holds on to its photo, and may bring it along."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from inflow.media.data_urls import is_data_url, keep_data_url
from inflow.media.uploads import Studio
from inflow.posts.tables import posts
from reflow.auth import Identity
from reflow.mutations import Preparation


def shown_in_a_post(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Whether a post shows this medium."""
    return sa.exists(sa.select(posts.c.id).where(posts.c.media_id == media_id))


def storing_the_photo(studio: Studio) -> Preparation:
    """Before a post is made: store a photo that is inside the call like an upload, and put its URL in its place.

    It takes longer than a transaction may, and reaches outside. A post that is refused afterwards leaves an upload that
    nobody uses, as a browser does that uploads and never posts.
    """

    async def prepare(identity: Identity | None, given: dict[str, Any]) -> dict[str, Any]:
        if identity is None or given["is_video"] or not is_data_url(given["image_url"]):
            return given
        kept = await keep_data_url(studio, identity.subject, given["image_url"])
        return {**given, "image_url": kept.image_url}

    return prepare
