"""The tables of posts, of their further fotos, and of their earlier captions and alternative texts."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.posts.rules import ADJUSTMENT_MAX, ALT_TEXT_MAX, CAPTION_MAX, MOST_FOTOS

EVERY_SPHERE_POST = "post_type = 'sphere'"
EVERY_CUE_POST = "post_type = 'cue'"
EVERY_ARCHIVED_POST = "post_type = 'archived'"
_NEWEST_FIRST: tuple[sa.UnaryExpression[Any], ...] = (sa.desc("created_at"), sa.desc("id"))


def _percent(name: str) -> tuple[sa.Column[int], sa.CheckConstraint]:
    column = sa.Column(name, sa.SmallInteger, nullable=False, server_default="100")
    return column, sa.CheckConstraint(f"{name} BETWEEN 0 AND {ADJUSTMENT_MAX}", name=name)


posts = sa.Table(
    "posts",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("author_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    # A photo can be posted once: the database refuses a second post of the same upload.
    sa.Column("media_id", TEXT, sa.ForeignKey("media.id"), nullable=False, unique=True),
    sa.Column("nook_type", TEXT, nullable=False),
    sa.Column("post_type", TEXT, nullable=False),
    sa.Column("is_video", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("ratio", TEXT, nullable=False),
    sa.Column("caption", sa.Text, nullable=False, server_default=""),
    sa.Column("alt_text", sa.Text, nullable=False, server_default=""),
    sa.Column("filter", TEXT, nullable=False, server_default="none"),
    *_percent("brightness"),
    *_percent("contrast"),
    *_percent("saturation"),
    # Of flicks only: the length in seconds, and the counts that its importer knew.
    sa.Column("duration", sa.Integer),
    sa.Column("view_count", sa.BigInteger),
    sa.Column("highlight_count", sa.BigInteger),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    # When its texts, its filter, its adjustments or its crop were last changed; null as long as all are the first ones.
    sa.Column("edited_at", INSTANT),
    # The audience to which a post returns from its author's archive; null outside it. A moderator may remove it there.
    sa.Column("archived_from", TEXT),
    # This row describes the first foto; the others are in `further_fotos`.
    sa.Column("foto_count", sa.SmallInteger, nullable=False, server_default="1"),
    # Whether its author brought it along from another place. It did not count for the badge then.
    sa.Column("is_brought", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # Moderators set `unlisted` and `removed`: see `withholding.py`.
    sa.CheckConstraint("post_type IN ('sphere', 'cue', 'unlisted', 'removed', 'archived')", name="post_type"),
    sa.CheckConstraint("archived_from IN ('sphere', 'cue', 'unlisted')", name="archived_from"),
    sa.CheckConstraint(
        "post_type = 'removed' OR (post_type = 'archived') = (archived_from IS NOT NULL)", name="archived"
    ),
    sa.CheckConstraint("ratio IN ('vertical', 'horizontal', 'landscape')", name="ratio"),
    sa.CheckConstraint(f"char_length(caption) <= {CAPTION_MAX}", name="caption"),
    sa.CheckConstraint(f"char_length(alt_text) <= {ALT_TEXT_MAX}", name="alt_text"),
    sa.CheckConstraint(f"foto_count BETWEEN 1 AND {MOST_FOTOS}", name="foto_count"),
    sa.CheckConstraint("is_video OR num_nonnulls(duration, view_count, highlight_count) = 0", name="foto"),
    sa.CheckConstraint("duration > 0 AND view_count >= 0 AND highlight_count >= 0", name="flick"),
    # With the columns in postgresql_include, PostgreSQL reads only the index for the posts of many authors.
    sa.Index("posts_by_nook", "nook_type", "post_type", "is_video", *_NEWEST_FIRST, postgresql_include=["author_id"]),
    # Only statements with exactly this condition use it. A nook's wall must not: its posts are scattered among those of
    # all nooks here.
    sa.Index("posts_of_sphere", "is_video", *_NEWEST_FIRST, postgresql_where=sa.text(EVERY_SPHERE_POST)),
    sa.Index(
        "posts_of_cue",
        "is_video",
        *_NEWEST_FIRST,
        postgresql_include=["author_id"],
        postgresql_where=sa.text(EVERY_CUE_POST),
    ),
    sa.Index("posts_by_author", "author_id", "is_video", *_NEWEST_FIRST),
    # Every post is in one of these two indexes, for lists from many authors.
    sa.Index(
        "posts_of_sphere_by_author",
        "author_id",
        "nook_type",
        "is_video",
        *_NEWEST_FIRST,
        postgresql_where=sa.text(EVERY_SPHERE_POST),
    ),
    sa.Index(
        "posts_of_cue_by_author", "author_id", "is_video", *_NEWEST_FIRST, postgresql_where=sa.text(EVERY_CUE_POST)
    ),
    sa.Index("posts_of_archive", "author_id", *_NEWEST_FIRST, postgresql_where=sa.text(EVERY_ARCHIVED_POST)),
    # For the rows of the last day: see `inflow/moderation/activity.py`.
    sa.Index("posts_by_time", "created_at", postgresql_using="brin"),
    # The replica identity, with the columns by which live queries find posts: see docs/architecture.md.
    sa.Index("posts_live", "id", "author_id", "nook_type", "post_type", "is_video", "created_at", unique=True),
)

# The second foto of a post and those after it, with the same columns as the first has in `posts`.
further_fotos = sa.Table(
    "further_fotos",
    metadata,
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("place", sa.SmallInteger, primary_key=True),
    sa.Column("media_id", TEXT, sa.ForeignKey("media.id"), nullable=False, unique=True),
    sa.Column("ratio", TEXT, nullable=False),
    sa.Column("alt_text", sa.Text, nullable=False, server_default=""),
    sa.Column("filter", TEXT, nullable=False, server_default="none"),
    *_percent("brightness"),
    *_percent("contrast"),
    *_percent("saturation"),
    sa.CheckConstraint(f"place BETWEEN 1 AND {MOST_FOTOS - 1}", name="place"),
    sa.CheckConstraint("ratio IN ('vertical', 'horizontal', 'landscape')", name="ratio"),
    sa.CheckConstraint(f"char_length(alt_text) <= {ALT_TEXT_MAX}", name="alt_text"),
    # The replica identity, with the columns by which live queries find fotos: see docs/architecture.md.
    sa.Index("further_fotos_live", "post_id", "place", "media_id", unique=True),
)

# The texts that a post had before each edit. Only its author reads them.
post_edits = sa.Table(
    "post_edits",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("caption", sa.Text, nullable=False),
    sa.Column("alt_text", sa.Text, nullable=False),
    # Of its further fotos, in their order.
    sa.Column("further_alt_texts", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Column("edited_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    sa.Index("post_edits_of_post", "post_id", sa.desc("edited_at"), sa.desc("id")),
    # The replica identity, with the columns by which live queries find edits: see docs/architecture.md.
    sa.Index("post_edits_live", "id", "post_id", "edited_at", unique=True),
)
