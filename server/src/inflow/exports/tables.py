"""The tables of exports and of the segments of their archives."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from inflow.core.tables import INSTANT, TEXT, metadata
from reflow import statement

exports = sa.Table(
    "exports",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    # Without a foreign key: the account's row is deleted before its exports are listed, whose files must go as well.
    sa.Column("account_id", TEXT, nullable=False, unique=True),
    sa.Column("state", TEXT, nullable=False, server_default="waiting"),
    # The newest job that took it up. Only that one records segments: see `progress.py`.
    sa.Column("claim", TEXT, nullable=False, server_default=""),
    # How many jobs took it up since the last recorded segment.
    sa.Column("attempts", sa.SmallInteger, nullable=False, server_default="0"),
    # What the archive gets besides the rows, from the snapshot of the first segment; null before that.
    sa.Column("plan", JSONB(none_as_null=True)),
    # How many of the plan's files are done, and how many there are.
    sa.Column("done", sa.Integer, nullable=False, server_default="0"),
    sa.Column("total", sa.Integer, nullable=False, server_default="0"),
    sa.Column("byte_size", sa.BigInteger, nullable=False, server_default="0"),
    # The names of planned files that were deleted before their turn came.
    sa.Column("missing", JSONB, nullable=False, server_default="[]"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    # The time of the snapshot.
    sa.Column("made_at", INSTANT),
    sa.Column("expires_at", INSTANT),
    # The session whose holder gave the password, and until when it may download the archive.
    sa.Column("opened_by", TEXT),
    sa.Column("opened_until", INSTANT),
    sa.CheckConstraint("state IN ('waiting', 'working', 'ready', 'failed')", name="state"),
    sa.CheckConstraint("done BETWEEN 0 AND total", name="done"),
    # The replica identity, with the columns by which live queries find exports: see docs/architecture.md.
    sa.Index("exports_live", "id", "account_id", unique=True),
)

export_segments = sa.Table(
    "export_segments",
    metadata,
    sa.Column("export_id", TEXT, sa.ForeignKey("exports.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    # Of the object in the media store.
    sa.Column("name", TEXT, nullable=False),
    sa.Column("byte_size", sa.BigInteger, nullable=False),
    # How many files of the archive it holds, and their entries of the ZIP's central directory.
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("directory", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("export_id", "number"),
)

DELETE_EXPORT_OF = statement(
    sa.delete(exports).where(exports.c.account_id == sa.bindparam("account_id")).returning(exports.c.id)
)
