"""Removed photos are recognised when they are uploaded again, by anyone, as long as their removal is in force."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY, BIT

from inflow.core.tables import TEXT
from inflow.media.rules import MOST_BITS_APART
from inflow.media.tables import media
from inflow.moderation.rules import CaseId, CaseKind, MeasureId, MeasureKind
from inflow.moderation.tables import case_photos, cases, removed_photos
from reflow import Connection, MutationCtx, statement

_WITH_PHOTO: Final[frozenset[CaseKind]] = frozenset({"post", "message", "profile"})
_BITS: Final = 256

_of_case = sa.union_all(
    sa.select(cases.c.media_id).where(cases.c.id == bindparam("case_id"), cases.c.media_id.is_not(None)),
    sa.select(case_photos.c.media_id).where(
        case_photos.c.case_id == bindparam("case_id"), case_photos.c.media_id.is_not(None)
    ),
)
REMEMBER_PHOTOS = statement(
    sa.insert(removed_photos).from_select(
        ["measure_id", "fingerprint"],
        sa.select(bindparam("b_measure", type_=TEXT), media.c.fingerprint)
        .where(media.c.id.in_(_of_case), media.c.fingerprint.is_not(None))
        .distinct(),
    )
)
FORGET_PHOTO = statement(sa.delete(removed_photos).where(removed_photos.c.measure_id == bindparam("measure_id")))


def bits_of(hexadecimal: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    """A fingerprint as a bit string, for `#` and `bit_count`."""
    return sa.cast(sa.literal_column("'x'").concat(hexadecimal), BIT(_BITS))


_given = sa.func.unnest(bindparam("fingerprints", type_=ARRAY(TEXT))).table_valued("hash").render_derived("given")
REMOVED_PHOTO_LIKE = statement(
    sa.select(removed_photos.c.measure_id)
    .where(sa.func.bit_count(bits_of(removed_photos.c.fingerprint).op("#")(bits_of(_given.c.hash))) <= MOST_BITS_APART)
    .limit(1),
    whole_table="Asked once for each upload; no query watches it.",
)


async def remember_photos(
    ctx: MutationCtx, measure_id: MeasureId, kind: MeasureKind, about: CaseKind, case_id: CaseId
) -> None:
    """Have uploads of the photos refused that a measure removed."""
    if kind == "remove" and about in _WITH_PHOTO:
        await ctx.execute(REMEMBER_PHOTOS, b_measure=measure_id, case_id=case_id)


async def forget_photos(ctx: MutationCtx, measure_id: MeasureId) -> None:
    """Let the photos of a measure be uploaded again."""
    await ctx.execute(FORGET_PHOTO, measure_id=measure_id)


async def is_removed(connection: Connection, fingerprints: list[str]) -> bool:
    """Whether a photo that looks like this was removed."""
    return await connection.row(REMOVED_PHOTO_LIKE, {"fingerprints": fingerprints}) is not None
