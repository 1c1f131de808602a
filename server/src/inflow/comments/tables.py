"""The tables of comments."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.comments.rules import COMMENT_MAX, DEEPEST
from inflow.core.tables import INSTANT, TEXT, metadata

comments = sa.Table(
    "comments",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    # The comment that it replies to. A top-level comment has its own id here, because a replica identity allows no
    # nulls.
    sa.Column("parent_id", TEXT, sa.ForeignKey("comments.id", ondelete="CASCADE"), nullable=False),
    sa.Column("depth", sa.SmallInteger, nullable=False),
    # Null for a removed comment that stays as a place for the replies under it.
    sa.Column("author_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE")),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("reply_count", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.clock_timestamp()),
    # Null as long as its words are the first ones.
    sa.Column("edited_at", INSTANT),
    sa.CheckConstraint(f"depth BETWEEN 0 AND {DEEPEST}", name="depth"),
    sa.CheckConstraint("(depth = 0) = (parent_id = id)", name="parent"),
    sa.CheckConstraint("(author_id IS NULL) = (content = '')", name="removed"),
    sa.CheckConstraint(f"char_length(content) <= {COMMENT_MAX}", name="content"),
    sa.CheckConstraint("reply_count >= 0", name="reply_count"),
    sa.Index("comments_of_post", "post_id", "depth", sa.desc("created_at"), sa.desc("id")),
    # For counting all comments of a post, and those of a few authors.
    sa.Index("comments_of_post_by_author", "post_id", "author_id"),
    sa.Index("comments_of_parent", "parent_id", "created_at", "id"),
    sa.Index("comments_of_author", "author_id"),
    # For the rows of the last day: see `inflow/moderation/activity.py`.
    sa.Index("comments_by_time", "created_at", postgresql_using="brin"),
    # The replica identity, with the columns by which live queries find comments: see docs/architecture.md.
    sa.Index("comments_live", "id", "post_id", "parent_id", "depth", "created_at", unique=True),
)

# Comments that the author of the post hid from all but their writers. A row of its own, so that the writer's comment
# stays as it is, and a new comment runs no query of hidden ones.
hidden_comments = sa.Table(
    "hidden_comments",
    metadata,
    sa.Column("comment_id", TEXT, sa.ForeignKey("comments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("hidden_by", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("hidden_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.Index("hidden_comments_by_owner", "hidden_by"),
    # The replica identity, with the columns by which live queries find hidden comments: see docs/architecture.md.
    sa.Index("hidden_comments_live", "post_id", "comment_id", unique=True),
)

# The number of a post's comments is the sum of these, without removed ones: see `reaction_counts`.
comment_counts = sa.Table(
    "comment_counts",
    metadata,
    sa.Column("post_id", TEXT, sa.ForeignKey("posts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False),
    sa.Column("delta", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("post_id", "id"),
)
