"""Comments, reactions, quotes, profile pictures and the search for members."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)
_DOWN: tuple[sa.ColumnElement[object], ...] = (sa.literal_column("created_at DESC"), sa.literal_column("id DESC"))

_PUBLISHED = {
    "comments": ("id", "post_id", "parent_id", "depth", "created_at"),
    "reactions": ("post_id", "member_id"),
    "profile_words": ("user_id", "place", "initial"),
}


def upgrade() -> None:
    _create_comments()
    _create_reactions()
    _create_words()
    for table in _PUBLISHED:
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))
    _extend_profiles()
    _follow_users_by("id", "clerk_id", "nook")
    op.create_index("posts_by_author_and_kind", "posts", ["author_id", "post_type", "is_video", *_DOWN])
    op.create_index("posts_by_kind", "posts", ["post_type", "is_video", *_DOWN])


def downgrade() -> None:
    op.drop_index("posts_by_kind", "posts")
    op.drop_index("posts_by_author_and_kind", "posts")
    _follow_users_by("id", "clerk_id")
    for column in ("quote", "picture_id"):
        op.drop_column("profiles", column)
    for table in _PUBLISHED:
        op.drop_table(table)


def _create_comments() -> None:
    op.create_table(
        "comments",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("post_id", _TEXT, nullable=False),
        sa.Column("parent_id", _TEXT, nullable=False),
        sa.Column("depth", sa.SmallInteger(), nullable=False),
        sa.Column("author_id", _TEXT),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("reply_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", _INSTANT, server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.CheckConstraint("depth BETWEEN 0 AND 15", name=op.f("comments_depth_check")),
        sa.CheckConstraint("(depth = 0) = (parent_id = id)", name=op.f("comments_parent_check")),
        sa.CheckConstraint("(author_id IS NULL) = (content = '')", name=op.f("comments_removed_check")),
        sa.CheckConstraint("char_length(content) <= 100", name=op.f("comments_content_check")),
        sa.CheckConstraint("reply_count >= 0", name=op.f("comments_reply_count_check")),
        _reference("comments", "post_id", "posts.id"),
        _reference("comments", "parent_id", "comments.id"),
        _reference("comments", "author_id", "users.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("comments_pkey")),
    )
    op.create_index("comments_of_post", "comments", ["post_id", "depth", *_DOWN])
    op.create_index("comments_of_parent", "comments", ["parent_id", "created_at", "id"])
    op.create_index("comments_of_author", "comments", ["author_id"])
    op.create_index("comments_live", "comments", list(_PUBLISHED["comments"]), unique=True)


def _create_reactions() -> None:
    op.create_table(
        "reactions",
        sa.Column("post_id", _TEXT, nullable=False),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("reaction", _TEXT, nullable=False),
        sa.CheckConstraint("reaction IN ('ciao', 'graceful', 'errro')", name=op.f("reactions_reaction_check")),
        _reference("reactions", "post_id", "posts.id"),
        _reference("reactions", "member_id", "users.id"),
        sa.PrimaryKeyConstraint("post_id", "member_id", name=op.f("reactions_pkey")),
    )
    op.create_index("reactions_of_member", "reactions", ["member_id"])
    op.create_index("reactions_live", "reactions", ["post_id", "member_id"], unique=True)


def _create_words() -> None:
    words = op.create_table(
        "profile_words",
        sa.Column("user_id", _TEXT, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("initial", sa.SmallInteger(), nullable=False),
        sa.Column("word", _TEXT),
        sa.CheckConstraint("word IS NOT NULL", name=op.f("profile_words_word_check")),
        _reference("profile_words", "user_id", "users.id"),
        sa.PrimaryKeyConstraint("user_id", "place", name=op.f("profile_words_pkey")),
    )
    op.create_index("profile_words_search", "profile_words", ["initial", "word", "user_id"])
    op.create_index("profile_words_live", "profile_words", list(_PUBLISHED["profile_words"]), unique=True)
    members = op.get_bind().execute(sa.text("SELECT id, username, full_name FROM users")).all()
    rows = [row for member in members for row in _words(*member)]
    if rows:
        op.bulk_insert(words, rows)


def _words(user_id: str, username: str, full_name: str) -> Iterator[dict[str, object]]:
    """What `profiles/words.py` kept when this step was written."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", full_name.casefold()) if not unicodedata.combining(c))
    parts = plain.split()
    spelled = dict.fromkeys([username, *(" ".join(parts[at:]) for at in range(len(parts)))])
    for place, word in enumerate(spelled):
        yield {"user_id": user_id, "place": place, "initial": ord(word[0]) % 1024, "word": word}


def _extend_profiles() -> None:
    op.add_column("profiles", sa.Column("quote", sa.Text(), server_default="", nullable=False))
    op.create_check_constraint(op.f("profiles_quote_check"), "profiles", "char_length(quote) <= 100")
    op.add_column("profiles", sa.Column("picture_id", _TEXT))
    op.create_unique_constraint(op.f("profiles_picture_id_key"), "profiles", ["picture_id"])
    op.create_foreign_key(op.f("profiles_picture_id_fkey"), "profiles", "media", ["picture_id"], ["id"])


def _follow_users_by(*columns: str) -> None:
    op.execute("ALTER PUBLICATION inflow DROP TABLE users")
    op.drop_index("users_live", "users")
    op.create_index("users_live", "users", list(columns), unique=True)
    op.execute(identify_by_index("users", "users_live"))
    op.execute(add_to_publication("inflow", {"users": columns}))


def _reference(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [to], name=op.f(f"{table}_{column}_fkey"), ondelete="CASCADE")
