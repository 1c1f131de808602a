"""Flicks: the video beside its thumbnail, and its facts; indexes for lists and counts of large crowds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_DOWN: tuple[sa.ColumnElement[object], ...] = (sa.literal_column("created_at DESC"), sa.literal_column("id DESC"))


def upgrade() -> None:
    op.add_column("media", sa.Column("video_kind", _TEXT))
    op.create_check_constraint(op.f("media_video_kind_check"), "media", "video_kind IN ('mp4', 'webm')")
    for column, kind in (
        ("duration", sa.Integer()),
        ("view_count", sa.BigInteger()),
        ("highlight_count", sa.BigInteger()),
    ):
        op.add_column("posts", sa.Column(column, kind))
    no_flick = "is_video OR num_nonnulls(duration, view_count, highlight_count) = 0"
    op.create_check_constraint(op.f("posts_foto_check"), "posts", no_flick)
    sensible = "duration > 0 AND view_count >= 0 AND highlight_count >= 0"
    op.create_check_constraint(op.f("posts_flick_check"), "posts", sensible)
    op.drop_index("posts_by_author", "posts")
    op.create_index("posts_by_author", "posts", ["author_id", "is_video", *_DOWN])
    op.drop_index("posts_by_kind", "posts")
    op.create_index("posts_of_sphere", "posts", ["is_video", *_DOWN], postgresql_where=sa.text("post_type = 'sphere'"))
    op.create_index("comments_of_post_by_author", "comments", ["post_id", "author_id"])
    op.create_index("aura_curators", "aura", ["user_id"], postgresql_where=sa.text("has_badge"))


def downgrade() -> None:
    op.drop_index("posts_of_sphere", "posts")
    op.create_index("posts_by_kind", "posts", ["post_type", "is_video", *_DOWN])
    op.drop_index("aura_curators", "aura")
    op.drop_index("comments_of_post_by_author", "comments")
    op.drop_index("posts_by_author", "posts")
    op.create_index("posts_by_author", "posts", ["author_id", *_DOWN])
    for column in ("duration", "view_count", "highlight_count"):
        op.drop_column("posts", column)
    op.drop_column("media", "video_kind")
