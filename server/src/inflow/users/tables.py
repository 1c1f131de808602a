"""Users, as the database keeps them."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.users.rules import FULL_NAME_MAX, NOOK_NAME_MAX, NOOK_NAME_MIN, USERNAME_MAX

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
    # What live queries find users by, for the log: see docs/architecture.md.
    sa.Index("users_live", "id", "clerk_id", "nook", unique=True),
)

# The nooks to choose from. `sphere`, where everybody begins, is not among them. None ever goes.
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
