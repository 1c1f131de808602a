"""The tables of users, profiles, search words and nooks."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.members.rules import FULL_NAME_MAX, NOOK_NAME_MAX, NOOK_NAME_MIN, QUOTE_MAX, USERNAME_MAX

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("clerk_id", TEXT, nullable=False, unique=True),
    sa.Column("email", TEXT, nullable=False),
    sa.Column("username", TEXT, nullable=False, unique=True),
    sa.Column("full_name", sa.Text, nullable=False),
    sa.Column("date_of_birth", sa.Date, nullable=False),
    sa.Column("image_url", sa.Text, nullable=False, server_default=""),
    sa.Column("nook", TEXT, nullable=False, server_default="sphere"),
    sa.Column("last_nook_change", INSTANT),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.CheckConstraint(f"char_length(username) BETWEEN 3 AND {USERNAME_MAX}", name="username"),
    sa.CheckConstraint("username ~ '^[a-z0-9_]+$'", name="username_letters"),
    sa.CheckConstraint(f"char_length(full_name) <= {FULL_NAME_MAX}", name="full_name"),
    # The replica identity, with the columns by which live queries find users: see docs/architecture.md.
    sa.Index("users_live", "id", "clerk_id", "nook", unique=True),
)

# The nooks to choose from. `sphere`, every new user's nook, is not among them. Nooks are never deleted.
nooks = sa.Table(
    "nooks",
    metadata,
    sa.Column("name", TEXT, primary_key=True),
    # Its colour, as an angle on the circle of colours.
    sa.Column("hue", sa.SmallInteger, nullable=False),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.CheckConstraint(f"char_length(name) BETWEEN {NOOK_NAME_MIN} AND {NOOK_NAME_MAX}", name="name"),
    sa.CheckConstraint("hue BETWEEN 0 AND 359", name="hue"),
)


profiles = sa.Table(
    "profiles",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, unique=True),
    # Whether other members may send requests to syncflow.
    sa.Column("allow_syncflow", sa.Boolean, nullable=False, server_default=sa.text("true")),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
    sa.Column("quote", sa.Text, nullable=False, server_default=""),
    # The upload of their picture; `users.image_url` is its address.
    sa.Column("picture_id", TEXT, sa.ForeignKey("media.id"), unique=True),
    sa.CheckConstraint(f"char_length(quote) <= {QUOTE_MAX}", name="quote"),
    sa.Index("profiles_live", "id", "user_id", unique=True),
)

# The search words of members, from `rules.search_words`: their names from each word on, and pieces inside words.
profile_words = sa.Table(
    "profile_words",
    metadata,
    sa.Column("user_id", TEXT, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("place", sa.SmallInteger, nullable=False),
    sa.Column("initial", sa.SmallInteger, nullable=False),
    # Never null, by the constraint below. The column is nullable, so live queries are not matched by it, and names stay
    # out of the log.
    sa.Column("word", TEXT),
    sa.Column("version", sa.SmallInteger, nullable=False, server_default="1"),
    sa.PrimaryKeyConstraint("user_id", "place"),
    sa.CheckConstraint("word IS NOT NULL", name="word"),
    sa.Index("profile_words_search", "initial", "word", "user_id"),
    # The members whose words an older version made: only for a while after an update there are any.
    sa.Index("profile_words_outdated", "user_id", postgresql_where=sa.text("place = 0 AND version < 2")),
    # The replica identity, with the columns by which live queries find words: see docs/architecture.md.
    sa.Index("profile_words_live", "user_id", "place", "initial", unique=True),
)
