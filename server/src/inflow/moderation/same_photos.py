"""Other posts of the photo of a case, found by its perceptual fingerprint."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import TEXT
from inflow.media.rules import MOST_BITS_APART, mirrored_fingerprint
from inflow.media.tables import media
from inflow.members.tables import users
from inflow.members.views import iso
from inflow.moderation.access import may_see_evidence
from inflow.moderation.removed_photos import bits_of
from inflow.moderation.rules import CaseId
from inflow.moderation.selects import CASE_BY_ID
from inflow.moderation.tables import case_photos, cases
from inflow.moderation.views import SamePhoto
from inflow.posts.access import visible_author
from inflow.posts.tables import further_fotos, posts
from inflow.standing.access import require_moderator
from reflow import QueryCtx, internal_query, statement

_MOST: Final = 20

_of_case = sa.union_all(
    *(
        sa.select(table.c.media_id).where(of == bindparam("case_id"), table.c.media_id.is_not(None))
        for table, of in ((cases, cases.c.id), (case_photos, case_photos.c.case_id))
    )
)
FINGERPRINTS_OF_CASE = statement(
    sa.select(media.c.fingerprint).where(media.c.id.in_(_of_case), media.c.fingerprint.is_not(None)),
    whole_table="An action asks it once; no page watches it.",
)

_given = sa.func.unnest(bindparam("fingerprints", type_=ARRAY(TEXT))).table_valued("hash").render_derived("given")
_distance = (
    sa.select(sa.func.min(sa.func.bit_count(bits_of(media.c.fingerprint).op("#")(bits_of(_given.c.hash)))))
    .select_from(_given)
    .correlate(media)
    .scalar_subquery()
)
_shown = sa.union_all(
    sa.select(posts.c.id.label("post_id"), posts.c.media_id),
    sa.select(further_fotos.c.post_id, further_fotos.c.media_id),
).subquery("shown")
POSTS_LIKE = statement(
    sa.select(posts.c.id, posts.c.post_type, posts.c.created_at, users.c.username)
    .join(_shown, _shown.c.post_id == posts.c.id)
    .join(media, media.c.id == _shown.c.media_id)
    .join(users, users.c.id == posts.c.author_id)
    .where(
        media.c.fingerprint.is_not(None),
        media.c.id.not_in(_of_case),
        _distance <= MOST_BITS_APART,
    )
    .order_by(_distance, posts.c.created_at.desc(), posts.c.id)
    .limit(_MOST),
    whole_table="An action runs it once, when a moderator presses a button; no page watches it.",
)


@internal_query
async def posts_of_same_photo(ctx: QueryCtx, *, case_id: CaseId) -> list[SamePhoto] | None:
    """The other posts of a case's photo, or of any photo of its grid, the most similar first, twenty at most.

    None without a fingerprint, and for messages that the calling moderator may not see.
    """
    moderator = await require_moderator(ctx)
    case = await ctx.row(CASE_BY_ID, case_id=case_id)
    if case is None or not await may_see_evidence(ctx, case, moderator):
        return None
    fingerprints = [row.fingerprint for row in await ctx.rows(FINGERPRINTS_OF_CASE, case_id=case_id)]
    if not fingerprints:
        return None
    mirrored = [mirrored_fingerprint(each) for each in fingerprints]
    found = await ctx.rows(POSTS_LIKE, case_id=case_id, fingerprints=fingerprints + mirrored)
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
