"""A small social schema, and the statements on it that the tests use."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam as given

ID = sa.Text(collation="C")
WHEN = sa.DateTime(timezone=True)
metadata = sa.MetaData()

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("age", sa.Integer, nullable=False),
)
posts = sa.Table(
    "posts",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("author_id", ID, sa.ForeignKey("users.id"), nullable=False),
    sa.Column("co_author_id", ID, sa.ForeignKey("users.id")),
    sa.Column("nook", ID, nullable=False),
    sa.Column("kind", ID, nullable=False),
    sa.Column("is_video", sa.Boolean, nullable=False),
    sa.Column("created_at", WHEN, nullable=False),
    sa.Column("score", sa.Numeric, nullable=False),
)
likes = sa.Table(
    "likes",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("post_id", ID, nullable=False),
    sa.Column("user_id", ID, nullable=False),
)
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("blocker_id", ID, nullable=False),
    sa.Column("blocked_id", ID, nullable=False),
)
"""Which member does not want to see which other member."""

page = (
    sa.select(posts.c.id, posts.c.author_id, posts.c.created_at)
    .where(posts.c.nook == given("nook"))
    .order_by(posts.c.created_at.desc(), posts.c.id.desc())
    .limit(2)
)
behind = sa.tuple_(posts.c.created_at, posts.c.id) < sa.tuple_(given("at", type_=WHEN), given("id", type_=ID))
like_count = sa.select(sa.func.count()).select_from(likes).where(likes.c.post_id == posts.c.id).scalar_subquery()
i_like = sa.exists().where(likes.c.post_id == posts.c.id, likes.c.user_id == given("me"))
either_blocks = sa.exists().where(
    sa.or_(
        sa.and_(blocks.c.blocker_id == given("me"), blocks.c.blocked_id == posts.c.author_id),
        sa.and_(blocks.c.blocked_id == given("me"), blocks.c.blocker_id == posts.c.author_id),
    )
)
co_authors = users.alias("co_authors")
newest = page.subquery("newest")
newest_cte = page.cte("newest")
