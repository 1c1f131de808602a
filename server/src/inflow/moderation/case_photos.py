"""The photos that cases keep: encrypted copies, which a job makes after the report.

A copy is made although the author deletes the photo or the account before. Until then the medium stays.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.encryption import Secret
from inflow.media.storage.store import MediaStore
from inflow.media.tables import media
from inflow.moderation.encryption import CaseCipher
from inflow.moderation.evidence_end import EVIDENCE_IS_OVER
from inflow.moderation.tables import case_photos, cases
from reflow import Connection, Database, Row, statement
from reflow.contrib.jobs import defer

_COPIED_WIDTH: Final = 1080
_USER: sa.BindParameter[str] = bindparam("b_user")

PHOTO_OF_CASE = statement(
    sa.select(cases.c.media_id, media.c.renditions)
    .outerjoin(media, media.c.id == cases.c.media_id)
    .where(cases.c.id == bindparam("case_id"), cases.c.photo.is_(None), cases.c.media_id.is_not(None))
)
FURTHER_PHOTOS_TO_COPY = statement(
    sa.select(case_photos.c.place, case_photos.c.media_id, media.c.renditions)
    .outerjoin(media, media.c.id == case_photos.c.media_id)
    .where(
        case_photos.c.case_id == bindparam("case_id"),
        case_photos.c.photo.is_(None),
        case_photos.c.media_id.is_not(None),
    )
)
SET_PHOTO = statement(
    sa.update(cases)
    .where(cases.c.id == bindparam("b_id"))
    .values(photo=sa.func.coalesce(bindparam("photo", type_=cases.c.photo.type), cases.c.photo))
    .returning(cases.c.member_id)
)
SET_FURTHER_PHOTO = statement(
    sa.update(case_photos)
    .where(
        case_photos.c.case_id == bindparam("b_id"),
        case_photos.c.place == bindparam("b_place"),
        cases.c.id == case_photos.c.case_id,
    )
    .values(photo=sa.func.coalesce(bindparam("photo", type_=case_photos.c.photo.type), case_photos.c.photo))
    .returning(cases.c.member_id)
)
RELEASE_MEDIUM = statement(sa.update(cases).where(cases.c.id == bindparam("b_id")).values(media_id=None))
RELEASE_FURTHER_MEDIUM = statement(
    sa.update(case_photos)
    .where(case_photos.c.case_id == bindparam("b_id"), case_photos.c.place == bindparam("b_place"))
    .values(media_id=None)
)
_CASES_OF_MEMBER = sa.select(cases.c.id).where(cases.c.member_id == _USER)
RELEASE_COPIED = statement(
    sa.update(cases)
    .where(cases.c.member_id == _USER, sa.or_(cases.c.photo.is_not(None), cases.c.evidence.is_(None)))
    .values(media_id=None)
)
RELEASE_FURTHER_COPIED = statement(
    sa.update(case_photos)
    .where(case_photos.c.case_id.in_(_CASES_OF_MEMBER), case_photos.c.photo.is_not(None))
    .values(media_id=None)
)
MEDIA_TO_COPY = statement(
    sa.union(
        sa.select(cases.c.media_id).where(cases.c.member_id == _USER, cases.c.media_id.is_not(None)),
        sa.select(case_photos.c.media_id).where(
            case_photos.c.case_id.in_(_CASES_OF_MEMBER), case_photos.c.media_id.is_not(None)
        ),
    ),
    whole_table="Asked once, when a member leaves.",
)
DELETE_FURTHER_PHOTOS = statement(
    sa.delete(case_photos).where(case_photos.c.case_id.in_(sa.select(cases.c.id).where(EVIDENCE_IS_OVER)))
)


class _Place(NamedTuple):
    """A photo's place in its case; 0 is the only one, or the first of a grid."""

    case_id: str
    number: int


def sealed_as(case_id: str, place: int = 0) -> str:
    """The name that a photo's encryption is bound to."""
    return f"photo {case_id} {place}" if place else f"photo {case_id}"


async def copy_photos(database: Database, store: MediaStore, secret: Secret, case_id: str) -> None:
    """Keep encrypted copies of a case's photos, which their author may delete."""
    async with database.connection() as connection:
        first = await connection.rows(PHOTO_OF_CASE, {"case_id": case_id})
        further = await connection.rows(FURTHER_PHOTOS_TO_COPY, {"case_id": case_id})
    found = [*((_Place(case_id, 0), row) for row in first), *((_Place(case_id, row.place), row) for row in further)]
    for place, row in found:
        content = await _rendition(store, row)
        sealed = None if content is None else CaseCipher(secret).seal_bytes(sealed_as(*place), content)
        async with database.transaction() as connection:
            await _keep(connection, place, row.media_id, sealed)


async def _rendition(store: MediaStore, row: Row) -> bytes | None:
    """The rendition that is copied; None if the photo is gone."""
    if not row.renditions:
        return None
    widths = sorted(row.renditions, key=lambda each: (abs(each["width"] - _COPIED_WIDTH), each["name"]))
    name = next((each["name"] for each in widths if each["name"].endswith(".jpg")), widths[0]["name"])
    return await store.get(row.media_id, name)


async def _keep(connection: Connection, place: _Place, media_id: str, sealed: bytes | None) -> None:
    if place.number:
        given = {"b_id": place.case_id, "b_place": place.number}
        case = await connection.row(SET_FURTHER_PHOTO, {**given, "photo": sealed})
        release = RELEASE_FURTHER_MEDIUM
    else:
        given = {"b_id": place.case_id}
        case = await connection.row(SET_PHOTO, {**given, "photo": sealed})
        release = RELEASE_MEDIUM
    if case is not None and not case.member_id:  # a former member, of whom only the copy stays
        await connection.rows(release, given)
        await defer(connection, "remove_unused_media", {"media_id": media_id})


async def release_copied(connection: Connection, user_id: str) -> list[str]:
    """Let go of the media of a member who leaves. Returns those that stay until they are copied."""
    for each in (RELEASE_COPIED, RELEASE_FURTHER_COPIED):
        await connection.rows(each, {"b_user": user_id})
    return [row.media_id for row in await connection.rows(MEDIA_TO_COPY, {"b_user": user_id})]


def not_copied_yet(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that a case is about to copy what this medium shows now."""
    of_case = sa.select(case_photos.c.case_id).join(cases, cases.c.id == case_photos.c.case_id)
    return sa.or_(
        sa.select(cases.c.id)
        .where(cases.c.media_id == media_id, cases.c.photo.is_(None), cases.c.evidence.is_not(None))
        .exists(),
        of_case.where(
            case_photos.c.media_id == media_id, case_photos.c.photo.is_(None), cases.c.evidence.is_not(None)
        ).exists(),
    )


def held_as_evidence(media_id: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that a case may still need this medium, to copy it or to restore what a measure removed."""
    return sa.or_(
        sa.select(cases.c.id).where(cases.c.media_id == media_id).exists(),
        sa.select(case_photos.c.case_id).where(case_photos.c.media_id == media_id).exists(),
    )
