"""Other posts of the photo of a case, found by its perceptual fingerprint."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import TEXT
from inflow.media.rules import MOST_BITS_APART
from inflow.media.tables import media
from inflow.members.tables import users
from inflow.members.views import iso
from inflow.moderation.access import may_see_evidence
from inflow.moderation.removed_photos import bits_of
from inflow.moderation.rules import CaseId
from inflow.moderation.selects import CASE_BY_ID
from inflow.moderation.views import SamePhoto
from inflow.posts.access import visible_author
from inflow.posts.tables import posts
from inflow.standing.access import require_moderator
from reflow import QueryCtx, internal_query, statement

_MOST: Final = 20
# In a mirror image the odd waves along a row have the other sign: they are every second bit, from the first one on.
_MIRRORING: Final = int("a" * 64, 16)

FINGERPRINT_OF_MEDIUM = statement(sa.select(media.c.fingerprint).where(media.c.id == bindparam("media_id")))


def _bits_apart(name: str) -> sa.ColumnElement[int]:
    return sa.func.bit_count(bits_of(media.c.fingerprint).op("#")(bits_of(bindparam(name, type_=TEXT))))


_distance = sa.func.least(_bits_apart("fingerprint"), _bits_apart("mirrored"))
POSTS_LIKE = statement(
    sa.select(posts.c.id, posts.c.post_type, posts.c.created_at, users.c.username)
    .join(media, media.c.id == posts.c.media_id)
    .join(users, users.c.id == posts.c.author_id)
    .where(
        media.c.fingerprint.is_not(None),
        media.c.id != bindparam("media_id"),
        _distance <= MOST_BITS_APART,
    )
    .order_by(_distance, posts.c.created_at.desc(), posts.c.id)
    .limit(_MOST),
    whole_table="An action runs it once, when a moderator presses a button; no page watches it.",
)


@internal_query
async def posts_of_same_photo(ctx: QueryCtx, *, case_id: CaseId) -> list[SamePhoto] | None:
    """The other posts of a case's photo, the most similar first, twenty at most.

    None without a fingerprint, and for messages that the calling moderator may not see.
    """
    moderator = await require_moderator(ctx)
    case = await ctx.row(CASE_BY_ID, case_id=case_id)
    if case is None or case.media_id is None or not await may_see_evidence(ctx, case, moderator):
        return None
    fingerprint = await ctx.value(FINGERPRINT_OF_MEDIUM, media_id=case.media_id)
    if fingerprint is None:
        return None
    mirrored = f"{int(fingerprint, 16) ^ _MIRRORING:064x}"
    found = await ctx.rows(POSTS_LIKE, media_id=case.media_id, fingerprint=fingerprint, mirrored=mirrored)
    return [
        SamePhoto(
            id=row.id,
            author=row.username,
            created_at=iso(row.created_at),
            is_removed=row.post_type == "removed",
            is_visible=await ctx.run(visible_author, post_id=row.id) is not None,
        )
        for row in found
    ]
