"""Identity's tables. Only this package writes them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from inflow.core.tables import INSTANT, TEXT, metadata
from inflow.identity.factors.rules import PASSKEY_NAME_MAX

UNWATCHED = "Routes ask for these rows, and no live query reads them by this statement."
"""The reason given where a statement cannot be watched by key."""

accounts = sa.Table(
    "identity_accounts",
    metadata,
    sa.Column("id", TEXT, primary_key=True),  # the wire's clerkId, and a token's `sub`
    sa.Column("email", TEXT),  # null, like the password, for an account of another issuer
    sa.Column("username", TEXT, nullable=False),
    sa.Column("password_hash", sa.Text),
    sa.Column("created_at", INSTANT, nullable=False),
    # Null for members who joined before these columns existed.
    sa.Column("terms_version", TEXT),
    sa.Column("terms_accepted_at", INSTANT),
    sa.Column("language", TEXT, nullable=False, server_default="en"),  # of emails, as a BCP 47 tag
    sa.Column("invitation_id", TEXT),  # the invitation it was made with, without a foreign key
    sa.UniqueConstraint("email", name="identity_accounts_email_key"),
    sa.UniqueConstraint("username", name="identity_accounts_username_key"),
    sa.CheckConstraint("email = lower(email)", name="email_lower"),
    sa.CheckConstraint("(email IS NULL) = (password_hash IS NULL)", name="email_and_password"),
    sa.CheckConstraint("username ~ '^[a-z0-9_]{3,20}$'", name="username_form"),
)

# A challenge that waits for its code. The digits are not stored: `code_mac` is keyed with a secret outside the
# database, because a million possibilities are quickly tried. `cookie_hash` binds it to the browser that requested it.
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

# The form that becomes an account when the visitor returns the code.
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
    sa.Column("invitation_id", TEXT, nullable=False, server_default=""),
    sa.Column("reason", sa.Text, nullable=False, server_default=""),  # why they want to join, where that is asked
)

# Accounts that wait for a moderator, and refused ones until they are erased. They have no user yet, so that no call and
# no page knows them as a member.
applications = sa.Table(
    "identity_applications",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_applications_account_id_fkey", ondelete="CASCADE"),
        nullable=False,
    ),
    sa.Column("email", TEXT, nullable=False),
    sa.Column("username", TEXT, nullable=False),
    sa.Column("full_name", sa.Text, nullable=False),
    sa.Column("date_of_birth", sa.Date, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("applied_at", INSTANT, nullable=False),
    sa.Column("state", TEXT, nullable=False, server_default="waiting"),
    sa.Column("answer", sa.Text, nullable=False, server_default=""),  # of the moderator who refused it
    sa.Column("erase_at", INSTANT),
    # So that a repeated job sends no second email.
    sa.Column("emailed", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.UniqueConstraint("account_id", name="identity_applications_account_id_key"),
    sa.CheckConstraint("state IN ('waiting', 'approved', 'refused')", name="state"),
    sa.CheckConstraint("(state = 'refused') = (erase_at IS NOT NULL)", name="erase_at"),
    # The replica identity, with the columns by which live queries find applications: see docs/architecture.md.
    sa.Index("identity_applications_live", "id", "account_id", "state", "applied_at", unique=True),
)

# Links for so many people until some day. The id is the secret in the link.
invitations = sa.Table(
    "identity_invitations",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("created_by", TEXT, nullable=False),  # an account's id; empty once it is deleted
    sa.Column("most", sa.Integer, nullable=False),
    sa.Column("uses", sa.Integer, nullable=False, server_default="0"),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Column("revoked_at", INSTANT),
    sa.CheckConstraint("most > 0", name="most"),
    sa.CheckConstraint("uses BETWEEN 0 AND most", name="uses"),
    sa.Index("identity_invitations_by_creator", "created_by", "created_at", "id"),
    # The replica identity, with the columns by which live queries find invitations: see docs/architecture.md.
    sa.Index("identity_invitations_live", "id", "created_by", "created_at", unique=True),
)

# Usernames reserved for ten minutes for the address that requested them first. An address may reserve several.
reserved_usernames = sa.Table(
    "identity_reserved_usernames",
    metadata,
    sa.Column("username", TEXT, primary_key=True),
    sa.Column("email", TEXT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("identity_reserved_usernames_expires_at_idx", "expires_at"),
)

# Usernames of former members, and former ones of members: reserved for a while, so that no new member is mistaken for
# them. Telling whether a name is in this table takes the secret and the name.
former_usernames = sa.Table(
    "identity_former_usernames",
    metadata,
    sa.Column("mac", sa.LargeBinary, primary_key=True),
    sa.Column("expires_at", INSTANT, nullable=False),
    # The member who had it and may take it back; null once their account is deleted.
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_former_usernames_account_id_fkey", ondelete="SET NULL"),
    ),
    sa.Index("identity_former_usernames_expires_at_idx", "expires_at"),
    sa.Index("identity_former_usernames_account_id_idx", "account_id"),
)

# Changes of addresses that the former address can still undo.
email_changes = sa.Table(
    "identity_email_changes",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_email_changes_account_id_fkey", ondelete="CASCADE"),
        nullable=False,
    ),
    sa.Column("former_email", TEXT, nullable=False),
    sa.Column("changed_at", INSTANT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("identity_email_changes_account_id_idx", "account_id"),
    sa.Index("identity_email_changes_expires_at_idx", "expires_at"),
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
    # As the member recognises it ("Firefox on Linux"); the User-Agent itself is not stored.
    sa.Column("browser", TEXT, nullable=False, server_default=""),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("rotated_at", INSTANT, nullable=False),
    sa.Column("idle_expires_at", INSTANT, nullable=False),
    sa.Column("absolute_expires_at", INSTANT, nullable=False),
    # When its holder last proved to be the owner; null: not since the sign-in, by a password alone.
    sa.Column("proved_at", INSTANT),
    sa.Index("identity_sessions_account_id_idx", "account_id"),
    sa.Index("identity_sessions_live", "id", "account_id", unique=True),
    sa.Index("identity_sessions_idle_expires_at_idx", "idle_expires_at"),
)

# The SHA-256 of session cookies. A session has one; during its rotation, two.
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
    sa.Column("used", sa.Boolean, nullable=False),  # whether a browser ever sent it
    sa.Column("expires_at", INSTANT),  # set when a browser sends its successor
    sa.Index("identity_session_tokens_session_id_idx", "session_id"),
)

# Accounts that may not sign in, until this time. The row goes when the suspension is lifted, not at that time by
# itself.
suspensions = sa.Table(
    "identity_suspensions",
    metadata,
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_suspensions_account_id_fkey", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("until", INSTANT),  # null: without an end
)

# Hosts from which no one may sign up, by their hash in the log of accounts.
denied_hosts = sa.Table(
    "identity_denied_hosts",
    metadata,
    sa.Column("tag", TEXT, primary_key=True),
    sa.Column("denied_at", INSTANT, nullable=False),
    sa.Column("until", INSTANT, nullable=False),
)

# Public keys of members' passkeys. The private keys never leave their devices.
passkeys = sa.Table(
    "identity_passkeys",
    metadata,
    sa.Column("id", TEXT, primary_key=True),  # the credential's id, as base64url
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_passkeys_account_id_fkey", ondelete="CASCADE"),
        nullable=False,
    ),
    sa.Column("public_key", sa.LargeBinary, nullable=False),  # as COSE
    sa.Column("sign_count", sa.BigInteger, nullable=False),  # stays 0 with authenticators that do not count
    sa.Column("transports", ARRAY(TEXT), nullable=False),
    sa.Column("name", sa.Text, nullable=False),  # the member's own
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("last_used_at", INSTANT),
    sa.CheckConstraint(f"char_length(name) BETWEEN 1 AND {PASSKEY_NAME_MAX}", name="name"),
    sa.Index("identity_passkeys_account_id_idx", "account_id"),
    sa.Index("identity_passkeys_live", "id", "account_id", unique=True),
)

# The authenticator app of an account. Its secret makes codes, so it is encrypted with a key outside the database.
authenticators = sa.Table(
    "identity_authenticators",
    metadata,
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_authenticators_account_id_fkey", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("encrypted_seed", sa.LargeBinary, nullable=False),
    sa.Column("last_step", sa.BigInteger, nullable=False, server_default="0"),  # of the last accepted code
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("confirmed_at", INSTANT),  # null until the member has typed a first code
)

# Unused recovery codes. The codes are random, and their hashes are keyed with a secret outside the database.
recovery_codes = sa.Table(
    "identity_recovery_codes",
    metadata,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_recovery_codes_account_id_fkey", ondelete="CASCADE"),
        nullable=False,
    ),
    sa.Column("number", sa.BigInteger, sa.Identity(), nullable=False),  # live queries must not see the hash
    sa.Index("identity_recovery_codes_account_id_idx", "account_id"),
    sa.Index("identity_recovery_codes_live", "account_id", "number", unique=True),
)

# Browsers that are not asked for the second step. The id is part of the device cookie.
trusted_devices = sa.Table(
    "identity_trusted_devices",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column(
        "account_id",
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_trusted_devices_account_id_fkey", ondelete="CASCADE"),
        nullable=False,
    ),
    sa.Column("browser", TEXT, nullable=False),
    sa.Column("trusted_at", INSTANT, nullable=False),
    sa.Column("last_used_at", INSTANT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("identity_trusted_devices_account_id_idx", "account_id"),
    sa.Index("identity_trusted_devices_live", "id", "account_id", unique=True),
    sa.Index("identity_trusted_devices_expires_at_idx", "expires_at"),
)

# What a browser was asked to prove and has not proved yet. `cookie_hash` binds it to that browser.
ceremonies = sa.Table(
    "identity_ceremonies",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("purpose", TEXT, nullable=False),
    sa.Column(
        "account_id",  # null while a passkey may be of any account
        TEXT,
        sa.ForeignKey("identity_accounts.id", name="identity_ceremonies_account_id_fkey", ondelete="CASCADE"),
    ),
    sa.Column("challenge", sa.LargeBinary, nullable=False),  # for the signature of a passkey
    sa.Column("cookie_hash", sa.LargeBinary, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.CheckConstraint("purpose IN ('sign in', 'second step', 'add', 'prove')", name="purpose"),
    sa.Index("identity_ceremonies_account_id_idx", "account_id"),
    sa.Index("identity_ceremonies_expires_at_idx", "expires_at"),
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
