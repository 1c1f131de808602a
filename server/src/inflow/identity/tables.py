"""Identity's tables. Nobody but this package reads or writes them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from inflow.core.tables import INSTANT, TEXT, metadata

UNWATCHED = "Identity's rows are asked for and never subscribed to."
"""The reason given where a statement cannot be watched by key."""

accounts = sa.Table(
    "identity_accounts",
    metadata,
    sa.Column("id", TEXT, primary_key=True),  # the wire's clerkId, and a token's `sub`
    sa.Column("email", TEXT),  # null, like the password: another issuer vouches for whoever has this account
    sa.Column("username", TEXT, nullable=False),
    sa.Column("password_hash", sa.Text),
    sa.Column("created_at", INSTANT, nullable=False),
    # Null for those who joined before these were kept.
    sa.Column("terms_version", TEXT),
    sa.Column("terms_accepted_at", INSTANT),
    sa.UniqueConstraint("email", name="identity_accounts_email_key"),
    sa.UniqueConstraint("username", name="identity_accounts_username_key"),
    sa.CheckConstraint("email = lower(email)", name="email_lower"),
    sa.CheckConstraint("(email IS NULL) = (password_hash IS NULL)", name="email_and_password"),
    sa.CheckConstraint("username ~ '^[a-z0-9_]{3,20}$'", name="username_form"),
)

# A code that was mailed and is waited for. Its digits are not here: `code_mac` is keyed with a secret outside the
# database, since a million possibilities are tried in no time. `cookie_hash` binds it to the browser that asked.
challenges = sa.Table(
    "identity_challenges",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("purpose", TEXT, nullable=False),
    sa.Column("email", TEXT, nullable=False),
    sa.Column("code_mac", sa.LargeBinary, nullable=False),
    sa.Column("cookie_hash", sa.LargeBinary, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("identity_challenges_expires_at_idx", "expires_at"),
)

# What becomes an account when the code comes back.
pending_signups = sa.Table(
    "identity_pending_signups",
    metadata,
    sa.Column(
        "challenge_id",
        TEXT,
        sa.ForeignKey("identity_challenges.id", name="identity_pending_signups_challenge_id_fkey", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("username", TEXT, nullable=False),
    sa.Column("full_name", sa.Text, nullable=False),
    sa.Column("date_of_birth", sa.Date, nullable=False),
    sa.Column("password_hash", sa.Text, nullable=False),
    sa.Column("terms_version", TEXT),
    sa.Column("terms_accepted_at", INSTANT),
)

# Usernames kept free for ten minutes for the address that asked first. One address may ask several times.
reserved_usernames = sa.Table(
    "identity_reserved_usernames",
    metadata,
    sa.Column("username", TEXT, primary_key=True),
    sa.Column("email", TEXT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("identity_reserved_usernames_expires_at_idx", "expires_at"),
)

# Usernames of members who left: free again after a while, so that nobody is taken for them at once. Only somebody with
# the secret and the name can tell whether it is here.
former_usernames = sa.Table(
    "identity_former_usernames",
    metadata,
    sa.Column("mac", sa.LargeBinary, primary_key=True),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("identity_former_usernames_expires_at_idx", "expires_at"),
)

sessions = sa.Table(
    "identity_sessions",
    metadata,
    sa.Column("id", TEXT, primary_key=True),  # a token's `sid`; not a secret
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_sessions_account_id_fkey", ondelete="CASCADE"),
        nullable=False,
    ),
    # What the member recognises it by ("Firefox on Linux"); the browser's own, longer words are not kept.
    sa.Column("browser", TEXT, nullable=False, server_default=""),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("rotated_at", INSTANT, nullable=False),
    sa.Column("idle_expires_at", INSTANT, nullable=False),
    sa.Column("absolute_expires_at", INSTANT, nullable=False),
    sa.Index("identity_sessions_account_id_idx", "account_id"),
    sa.Index("identity_sessions_idle_expires_at_idx", "idle_expires_at"),
)

# The cookies' values that open a session, as SHA-256. A session has one; while it is being rotated, two.
session_tokens = sa.Table(
    "identity_session_tokens",
    metadata,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column(
        "session_id",
        TEXT,
        sa.ForeignKey("identity_sessions.id", name="identity_session_tokens_session_id_fkey", ondelete="CASCADE"),
        nullable=False,
    ),
    sa.Column("used", sa.Boolean, nullable=False),  # whether it ever came back
    sa.Column("expires_at", INSTANT),  # set once its successor came back
    sa.Index("identity_session_tokens_session_id_idx", "session_id"),
)

signing_keys = sa.Table(
    "identity_signing_keys",
    metadata,
    sa.Column("kid", TEXT, primary_key=True),  # the RFC 7638 thumbprint
    sa.Column("public_jwk", JSONB, nullable=False),
    sa.Column("sealed_private_jwk", sa.LargeBinary, nullable=False),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("signs_from", INSTANT),  # null: the next one, published ahead of its use
    sa.Column("retired_at", INSTANT),  # signs no more, still published while tokens of its time are alive
)

# When the last few events of a kind happened, newest first. See limits.py.
counters = sa.Table(
    "identity_counters",
    metadata,
    sa.Column("key", TEXT, primary_key=True),
    sa.Column("times", ARRAY(INSTANT), nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("identity_counters_expires_at_idx", "expires_at"),
)
