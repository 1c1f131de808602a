"""The tables of drafts, and of their fotos."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.drafts.rules import SHAPE_MAX
from inflow.posts.rules import ADJUSTMENT_MAX, ALT_TEXT_MAX, CAPTION_MAX, MOST_FOTOS


def _percent(name: str) -> tuple[sa.Column[int], sa.CheckConstraint]:
    column = sa.Column(name, sa.SmallInteger, nullable=False, server_default="100")
    return column, sa.CheckConstraint(f"{name} BETWEEN 0 AND {ADJUSTMENT_MAX}", name=name)


drafts = sa.Table(
    "drafts",
    metadata,
    # The post that it becomes has this id too.
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("author_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("caption", sa.Text, nullable=False, server_default=""),
    # Grows with every change that a member makes, so that no device overwrites a change that it has not seen.
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.Column("changed_at", INSTANT, nullable=False, server_default=sa.func.now()),
    # When and for whom it is posted, the next attempt, and how many there were; null for a draft out of the schedule.
    sa.Column("publish_at", INSTANT),
    sa.Column("post_type", TEXT),
    sa.Column("try_at", INSTANT),
    sa.Column("attempts", sa.SmallInteger, nullable=False, server_default="0"),
    # Why it left the schedule; null once its member changed or scheduled it.
    sa.Column("failed_code", TEXT),
    sa.Column("failed_words", sa.Text),
    sa.Column("failed_at", INSTANT),
    sa.CheckConstraint("post_type IN ('sphere', 'cue')", name="post_type"),
    sa.CheckConstraint("num_nulls(publish_at, post_type, try_at) IN (0, 3)", name="scheduled"),
    sa.CheckConstraint("num_nulls(failed_code, failed_words, failed_at) IN (0, 3)", name="failed"),
    sa.CheckConstraint("publish_at IS NULL OR failed_at IS NULL", name="scheduled_or_failed"),
    sa.CheckConstraint(f"char_length(caption) <= {CAPTION_MAX}", name="caption"),
    sa.Index("drafts_by_author", "author_id"),
    sa.Index("drafts_due", "try_at", postgresql_where=sa.text("try_at IS NOT NULL")),
    # The replica identity, with the columns by which live queries find drafts: see docs/architecture.md.
    sa.Index("drafts_live", "id", "author_id", unique=True),
)

draft_fotos = sa.Table(
    "draft_fotos",
    metadata,
    sa.Column("draft_id", TEXT, sa.ForeignKey("drafts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("position", sa.SmallInteger, nullable=False),
    sa.Column("media_id", TEXT, sa.ForeignKey("media.id"), nullable=False, unique=True),
    sa.Column("alt_text", sa.Text, nullable=False, server_default=""),
    sa.Column("filter", TEXT, nullable=False, server_default="none"),
    *_percent("brightness"),
    *_percent("contrast"),
    *_percent("saturation"),
    sa.Column("ratio", TEXT, nullable=False),
    sa.Column("rotation", sa.SmallInteger, nullable=False, server_default="0"),
    # A rectangle in fractions of the rotated photograph; null for all of it.
    sa.Column("crop", JSONB(none_as_null=True)),
    # The name of the shape that its member chose in the composer, which tells two shapes of one ratio apart.
    sa.Column("shape", TEXT, nullable=False),
    sa.PrimaryKeyConstraint("draft_id", "position"),
    sa.CheckConstraint(f"position BETWEEN 0 AND {MOST_FOTOS - 1}", name="position"),
    sa.CheckConstraint("ratio IN ('vertical', 'horizontal', 'landscape')", name="ratio"),
    sa.CheckConstraint("rotation IN (0, 90, 180, 270)", name="rotation"),
    sa.CheckConstraint(f"char_length(alt_text) <= {ALT_TEXT_MAX}", name="alt_text"),
    sa.CheckConstraint(f"char_length(shape) <= {SHAPE_MAX}", name="shape"),
    # The replica identity, with the columns by which live queries find the fotos: see docs/architecture.md.
    sa.Index("draft_fotos_live", "draft_id", "position", unique=True),
)
