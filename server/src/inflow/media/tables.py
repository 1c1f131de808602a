"""Tables of media, with owners and renditions, of refusals, and of uploads in parts."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from inflow.core.tables import INSTANT, TEXT, metadata
from reflow import statement

media = sa.Table(
    "media",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("owner_id", TEXT, nullable=False, index=True),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("width", sa.Integer, nullable=False),
    sa.Column("height", sa.Integer, nullable=False),
    sa.Column("byte_size", sa.Integer, nullable=False),
    sa.Column("sha256", TEXT, nullable=False),
    sa.Column("thumbhash", TEXT, nullable=False),
    # Perceptual, of the whole photograph; null for a plain one, and for those from before this column.
    sa.Column("fingerprint", TEXT),
    sa.Column("state", TEXT, nullable=False),
    sa.Column("renditions", JSONB, nullable=False),
    # Size, thumbhash and renditions are the cut's once there is one; only the original still is what it was.
    sa.Column("cut", JSONB(none_as_null=True)),
    # A cut of a posted photograph that its post does not show yet: see `pipeline/next_cuts.py`.
    sa.Column("next_cut", JSONB(none_as_null=True)),
    sa.Column("next_cut_at", INSTANT),
    # The video that the photograph is the thumbnail of, beside it in the store; null for nearly all.
    sa.Column("video_kind", TEXT),
    # Whether a plain JPEG lies beside an original that is slow to decode; it goes a day after the upload.
    sa.Column("has_source", sa.Boolean, nullable=False, server_default=sa.false()),
    # The scores by which moderation allowed it; null without moderation.
    sa.Column("verdict", JSONB(none_as_null=True)),
    # When its present renditions began: of the upload, or of the newest cut of a posted photograph.
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    # The columns that live queries filter by, for the log: see docs/architecture.md.
    sa.Index("media_live", "id", "owner_id", unique=True),
    # For the media of the last hour: see `inflow/backup/media_copies.py`.
    sa.Index("media_by_time", "created_at", postgresql_using="brin"),
    sa.Index("media_next_cuts", "next_cut_at", postgresql_where=sa.text("next_cut_at IS NOT NULL")),
    sa.Index("media_sources", "created_at", postgresql_where=sa.text("has_source")),
    sa.CheckConstraint("state IN ('prepared', 'finished')", name="state"),
    sa.CheckConstraint("kind IN ('jpeg', 'png', 'webp', 'avif', 'heic')", name="kind"),
    sa.CheckConstraint("video_kind IN ('mp4', 'webm')", name="video_kind"),
    sa.CheckConstraint("width > 0 AND height > 0 AND byte_size > 0", name="size"),
)

refusals = sa.Table(
    "refusals",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("owner_id", TEXT, nullable=False, index=True),
    # Of the uploaded file, which is not stored.
    sa.Column("sha256", TEXT, nullable=False),
    sa.Column("kind", TEXT, nullable=False),
    sa.Column("verdict", JSONB(none_as_null=True)),
    sa.Column("refused_at", INSTANT, nullable=False, server_default=sa.func.now(), index=True),
)
"""Photographs that moderation refused, for the operator."""

uploads = sa.Table(
    "uploads",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("owner_id", TEXT, nullable=False, index=True),
    # Of the whole file; `received` is how many of these bytes have come.
    sa.Column("byte_size", sa.Integer, nullable=False),
    sa.Column("received", sa.Integer, nullable=False, server_default="0"),
    # The names of the parts in the store, in order.
    sa.Column("parts", JSONB, nullable=False, server_default="[]"),
    # The medium that it became; the row stays for a client that lost the answer.
    sa.Column("media_id", TEXT),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now(), index=True),
    sa.CheckConstraint("received BETWEEN 0 AND byte_size", name="received"),
)
"""Files that members send in parts."""

_COLUMNS = (
    *("id", "owner_id", "kind", "width", "height", "byte_size", "sha256"),
    *("thumbhash", "fingerprint", "state", "renditions", "verdict", "has_source"),
)

ADD_MEDIUM = statement(sa.insert(media).values({name: sa.bindparam(name) for name in _COLUMNS}))

MEDIUM_BY_ID = statement(sa.select(*media.columns).where(media.c.id == sa.bindparam("id")))

MEDIUM_OF_OWNER = statement(
    sa.select(media.c.id, media.c.renditions, media.c.next_cut, media.c.sha256, media.c.has_source).where(
        media.c.id == sa.bindparam("id"), media.c.owner_id == sa.bindparam("owner_id")
    )
)

KIND_OF_OWN_MEDIUM = statement(
    sa.select(media.c.kind).where(media.c.id == sa.bindparam("id"), media.c.owner_id == sa.bindparam("owner_id"))
)

MEDIUM_OF_OWNER_FOR_UPDATE = statement(
    sa.select(media.c.id, media.c.renditions, media.c.next_cut)
    .where(media.c.id == sa.bindparam("id"), media.c.owner_id == sa.bindparam("owner_id"))
    .with_for_update()
)

SET_CUT = statement(
    sa.update(media)
    .where(media.c.id == sa.bindparam("media_id"))
    .values(
        {name: sa.bindparam(name) for name in ("width", "height", "thumbhash", "renditions", "cut", "verdict")}
        | {"state": "prepared"}
    )
)

CUT_FOR_UPDATE = statement(
    sa.select(media.c.cut, media.c.renditions).where(media.c.id == sa.bindparam("id")).with_for_update()
)

CUTS_FOR_UPDATE = statement(
    sa.select(media.c.id, media.c.cut, media.c.renditions, media.c.next_cut)
    .where(media.c.id == sa.bindparam("id"))
    .with_for_update()
)

SET_NEXT_CUT = statement(
    sa.update(media)
    .where(media.c.id == sa.bindparam("media_id"))
    .values(next_cut=sa.bindparam("next_cut"), next_cut_at=sa.func.now())
)

SHOW_NEXT_CUT = statement(
    sa.update(media)
    .where(media.c.id == sa.bindparam("media_id"))
    .values(
        {name: sa.bindparam(name) for name in ("width", "height", "thumbhash", "renditions", "cut", "verdict")}
        | {"state": "prepared", "created_at": sa.func.now(), "next_cut": sa.null(), "next_cut_at": sa.null()}
    )
)

OLD_NEXT_CUTS = statement(
    sa.select(media.c.id, media.c.next_cut)
    .where(media.c.next_cut_at <= sa.bindparam("before"))
    .order_by(media.c.next_cut_at)
    .limit(sa.bindparam("limit"))
    .with_for_update(skip_locked=True),
    whole_table="A sweep every hour; nobody watches it.",
)

FORGET_NEXT_CUT = statement(
    sa.update(media).where(media.c.id == sa.bindparam("media_id")).values(next_cut=sa.null(), next_cut_at=sa.null())
)

SET_RENDITIONS = statement(
    sa.update(media).where(media.c.id == sa.bindparam("media_id")).values(renditions=sa.bindparam("renditions"))
)

RENDITIONS_BY_ID = statement(sa.select(media.c.renditions, media.c.video_kind).where(media.c.id == sa.bindparam("id")))

SET_VIDEO_KIND = statement(
    sa.update(media)
    .where(media.c.id == sa.bindparam("media_id"))
    .values(video_kind=sa.bindparam("video_kind"))
    .returning(media.c.id)
)

SET_FINISHED = statement(
    sa.update(media)
    .where(media.c.id == sa.bindparam("media_id"), media.c.state == "prepared")
    .values(state="finished", renditions=sa.bindparam("renditions"))
    .returning(media.c.id)
)

UNFINISHED_MEDIA = statement(
    sa.select(media.c.id)
    .where(media.c.state == "prepared", media.c.created_at < sa.bindparam("before"))
    .order_by(media.c.created_at)
    .limit(sa.bindparam("limit")),
    whole_table="a sweep after a crash; nobody watches it",
)

MEDIA_WITH_OLD_SOURCE = statement(
    sa.select(media.c.id)
    .where(media.c.has_source, media.c.state == "finished", media.c.created_at <= sa.bindparam("before"))
    .order_by(media.c.created_at)
    .limit(sa.bindparam("limit")),
    whole_table="A sweep every hour; nobody watches it.",
)

CLEAR_SOURCE = statement(sa.update(media).where(media.c.id == sa.bindparam("id")).values(has_source=False))

DELETE_MEDIUM_OF_OWNER = statement(
    sa.delete(media)
    .where(media.c.id == sa.bindparam("id"), media.c.owner_id == sa.bindparam("owner_id"))
    .returning(media.c.id)
)

DELETE_MEDIUM = statement(sa.delete(media).where(media.c.id == sa.bindparam("id")).returning(media.c.id))

ADD_REFUSAL = statement(
    sa.insert(refusals).values({name: sa.bindparam(name) for name in ("id", "owner_id", "sha256", "kind", "verdict")})
)

REFUSAL_OF_FILE = statement(
    sa.select(refusals.c.kind)
    .where(refusals.c.owner_id == sa.bindparam("owner_id"), refusals.c.sha256 == sa.bindparam("sha256"))
    .order_by(refusals.c.refused_at.desc())
    .limit(1)
)

DELETE_REFUSALS_OF_FILE = statement(
    sa.delete(refusals).where(
        refusals.c.owner_id == sa.bindparam("owner_id"), refusals.c.sha256 == sa.bindparam("sha256")
    )
)

DELETE_OLD_REFUSALS = statement(sa.delete(refusals).where(refusals.c.refused_at <= sa.bindparam("before")))
