"""Foundation: identity, mail, users, profiles, media, posts; the engine's tables, the queue, the publication."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from reflow.changes.publication import create_publication, identify_by_index
from reflow.contrib.jobs import schema as queue_schema

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_PUBLISHED = {
    "users": ("id", "clerk_id"),
    "profiles": ("id", "user_id"),
    "media": ("id", "owner_id"),
    "posts": ("id", "author_id", "media_id", "nook_type", "post_type", "is_video", "created_at"),
    "identity_sessions": ("id",),
    "reflow_requests": ("session", "request"),
    "reflow_epoch": ("system_id", "timeline", "epoch", "beats"),
}


def upgrade() -> None:
    _create_tables()
    for table in ("users", "profiles", "media", "posts"):
        op.execute(identify_by_index(table, f"{table}_live"))
    op.execute(create_publication("inflow", _PUBLISHED))
    op.get_bind().exec_driver_sql(queue_schema().replace("%", "%%"))


def downgrade() -> None:
    raise RuntimeError("There is nothing before the foundation; drop the database instead")


def _create_tables() -> None:

    op.create_table(
        "identity_accounts",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("username", sa.Text(collation="C"), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("username ~ '^[a-z0-9_]{3,20}$'", name=op.f("identity_accounts_username_form_check")),
        sa.CheckConstraint("email = lower(email)", name=op.f("identity_accounts_email_lower_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_accounts_pkey")),
        sa.UniqueConstraint("email", name="identity_accounts_email_key"),
        sa.UniqueConstraint("username", name="identity_accounts_username_key"),
    )
    op.create_table(
        "identity_challenges",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("purpose", sa.Text(collation="C"), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("code_mac", sa.LargeBinary(), nullable=False),
        sa.Column("cookie_hash", sa.LargeBinary(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_challenges_pkey")),
    )
    op.create_index("identity_challenges_expires_at_idx", "identity_challenges", ["expires_at"], unique=False)
    op.create_table(
        "identity_counters",
        sa.Column("key", sa.Text(collation="C"), nullable=False),
        sa.Column("times", postgresql.ARRAY(sa.DateTime(timezone=True)), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("identity_counters_pkey")),
    )
    op.create_index("identity_counters_expires_at_idx", "identity_counters", ["expires_at"], unique=False)
    op.create_table(
        "identity_reserved_usernames",
        sa.Column("username", sa.Text(collation="C"), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("username", name=op.f("identity_reserved_usernames_pkey")),
    )
    op.create_index(
        "identity_reserved_usernames_expires_at_idx", "identity_reserved_usernames", ["expires_at"], unique=False
    )
    op.create_table(
        "identity_signing_keys",
        sa.Column("kid", sa.Text(collation="C"), nullable=False),
        sa.Column("public_jwk", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("sealed_private_jwk", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("signs_from", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("kid", name=op.f("identity_signing_keys_pkey")),
    )
    op.create_table(
        "mail_outbox",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("recipient", sa.Text(collation="C"), nullable=False),
        sa.Column("sealed_text", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.CheckConstraint("sent_at IS NULL OR due_at IS NULL", name=op.f("mail_outbox_sent_is_over_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("mail_outbox_pkey")),
    )
    op.create_index("mail_outbox_created_at_idx", "mail_outbox", ["created_at"], unique=False)
    op.create_index(
        "mail_outbox_due_idx", "mail_outbox", ["due_at"], unique=False, postgresql_where=sa.text("due_at IS NOT NULL")
    )
    op.create_table(
        "media",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("owner_id", sa.Text(collation="C"), nullable=False),
        sa.Column("kind", sa.Text(collation="C"), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("byte_size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(collation="C"), nullable=False),
        sa.Column("thumbhash", sa.Text(collation="C"), nullable=False),
        sa.Column("state", sa.Text(collation="C"), nullable=False),
        sa.Column("renditions", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("kind IN ('jpeg', 'png', 'webp', 'avif', 'heic')", name=op.f("media_kind_check")),
        sa.CheckConstraint("state IN ('prepared', 'finished')", name=op.f("media_state_check")),
        sa.CheckConstraint("width > 0 AND height > 0 AND byte_size > 0", name=op.f("media_size_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("media_pkey")),
    )
    op.create_index("media_live", "media", ["id", "owner_id"], unique=True)
    op.create_index(op.f("media_owner_id_idx"), "media", ["owner_id"], unique=False)
    op.create_table(
        "users",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("clerk_id", sa.Text(collation="C"), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("username", sa.Text(collation="C"), nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("date_of_birth", sa.Date(), nullable=False),
        sa.Column("image_url", sa.Text(), server_default="", nullable=False),
        sa.Column("nook", sa.Text(collation="C"), server_default="sphere", nullable=False),
        sa.Column("last_nook_change", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("username ~ '^[a-z0-9_]+$'", name=op.f("users_username_letters_check")),
        sa.CheckConstraint("char_length(full_name) <= 25", name=op.f("users_full_name_check")),
        sa.CheckConstraint("char_length(username) BETWEEN 3 AND 20", name=op.f("users_username_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("users_pkey")),
        sa.UniqueConstraint("clerk_id", name=op.f("users_clerk_id_key")),
        sa.UniqueConstraint("username", name=op.f("users_username_key")),
    )
    op.create_index("users_live", "users", ["id", "clerk_id"], unique=True)
    op.create_table(
        "identity_pending_signups",
        sa.Column("challenge_id", sa.Text(collation="C"), nullable=False),
        sa.Column("username", sa.Text(collation="C"), nullable=False),
        sa.Column("full_name", sa.Text(), nullable=False),
        sa.Column("date_of_birth", sa.Date(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"],
            ["identity_challenges.id"],
            name="identity_pending_signups_challenge_id_fkey",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("challenge_id", name=op.f("identity_pending_signups_pkey")),
    )
    op.create_table(
        "identity_sessions",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("account_id", sa.Text(collation="C"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rotated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("idle_expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("absolute_expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["identity_accounts.id"], name="identity_sessions_account_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("identity_sessions_pkey")),
    )
    op.create_index("identity_sessions_account_id_idx", "identity_sessions", ["account_id"], unique=False)
    op.create_index("identity_sessions_idle_expires_at_idx", "identity_sessions", ["idle_expires_at"], unique=False)
    op.create_table(
        "posts",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("author_id", sa.Text(collation="C"), nullable=False),
        sa.Column("media_id", sa.Text(collation="C"), nullable=False),
        sa.Column("nook_type", sa.Text(collation="C"), nullable=False),
        sa.Column("post_type", sa.Text(collation="C"), nullable=False),
        sa.Column("is_video", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("ratio", sa.Text(collation="C"), nullable=False),
        sa.Column("caption", sa.Text(), server_default="", nullable=False),
        sa.Column("alt_text", sa.Text(), server_default="", nullable=False),
        sa.Column("filter", sa.Text(collation="C"), server_default="none", nullable=False),
        sa.Column("brightness", sa.SmallInteger(), server_default="100", nullable=False),
        sa.Column("contrast", sa.SmallInteger(), server_default="100", nullable=False),
        sa.Column("saturation", sa.SmallInteger(), server_default="100", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("post_type IN ('sphere', 'cue')", name=op.f("posts_post_type_check")),
        sa.CheckConstraint("ratio IN ('vertical', 'horizontal', 'landscape')", name=op.f("posts_ratio_check")),
        sa.CheckConstraint("brightness BETWEEN 0 AND 200", name=op.f("posts_brightness_check")),
        sa.CheckConstraint("char_length(alt_text) <= 1500", name=op.f("posts_alt_text_check")),
        sa.CheckConstraint("char_length(caption) <= 300", name=op.f("posts_caption_check")),
        sa.CheckConstraint("contrast BETWEEN 0 AND 200", name=op.f("posts_contrast_check")),
        sa.CheckConstraint("saturation BETWEEN 0 AND 200", name=op.f("posts_saturation_check")),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("posts_author_id_fkey"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["media_id"], ["media.id"], name=op.f("posts_media_id_fkey")),
        sa.PrimaryKeyConstraint("id", name=op.f("posts_pkey")),
        sa.UniqueConstraint("media_id", name=op.f("posts_media_id_key")),
    )
    op.create_index(
        "posts_by_author",
        "posts",
        ["author_id", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(
        "posts_by_nook",
        "posts",
        ["nook_type", "post_type", "is_video", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(
        "posts_live", "posts", ["id", "author_id", "nook_type", "post_type", "is_video", "created_at"], unique=True
    )
    op.create_table(
        "profiles",
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("user_id", sa.Text(collation="C"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("profiles_user_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("profiles_pkey")),
        sa.UniqueConstraint("user_id", name=op.f("profiles_user_id_key")),
    )
    op.create_index("profiles_live", "profiles", ["id", "user_id"], unique=True)
    op.create_table(
        "identity_session_tokens",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("session_id", sa.Text(collation="C"), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"], ["identity_sessions.id"], name="identity_session_tokens_session_id_fkey", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("identity_session_tokens_pkey")),
    )
    op.create_index("identity_session_tokens_session_id_idx", "identity_session_tokens", ["session_id"], unique=False)
    op.create_table(
        "reflow_requests",
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("request", sa.BigInteger(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("session", "request", name="reflow_requests_pkey"),
        comment="What each mutation of a client's session answered, kept so that a repeat is not run again.",
    )
    op.create_index("reflow_requests_created_at_idx", "reflow_requests", ["created_at"], unique=False)
    op.create_table(
        "reflow_epoch",
        sa.Column("system_id", sa.Text(collation="C"), nullable=False),
        sa.Column("timeline", sa.BigInteger(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("beats", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("epoch > 0 AND epoch < 32768", name="reflow_epoch_fits_timestamp"),
        sa.PrimaryKeyConstraint("system_id", "timeline", name="reflow_epoch_pkey"),
        sa.UniqueConstraint("epoch", name="reflow_epoch_epoch_key"),
        comment="Which of the logs a timestamp's position belongs to. It must be published: its beats prove the "
        "stream.",
    )
