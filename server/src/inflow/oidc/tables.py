"""Tables of sign-ins that wait for a provider's response, and of newcomers who are not members yet."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

# A browser that was redirected to a provider. Nonce and PKCE verifier are not stored: they are derived from state,
# cookie and the deployment's secret, and of the first two only digests are stored.
authorization_requests = sa.Table(
    "hosted_visits",
    metadata,
    sa.Column("state_hash", sa.LargeBinary, primary_key=True),
    sa.Column("cookie_hash", sa.LargeBinary, nullable=False),
    sa.Column("issuer", TEXT, nullable=False),
    sa.Column("former_session", TEXT),  # the browser's session to end: its cookie is not sent with the callback
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("hosted_visits_expires_at_idx", "expires_at"),
)

# Visitors whom a provider identified, until they complete the form. The stored claims only prefill it.
newcomers = sa.Table(
    "hosted_newcomers",
    metadata,
    sa.Column("cookie_hash", sa.LargeBinary, primary_key=True),
    sa.Column("issuer", TEXT, nullable=False),
    sa.Column("subject", TEXT, nullable=False),
    sa.Column("email", TEXT, nullable=False),
    sa.Column("full_name", sa.Text, nullable=False),
    sa.Column("username", TEXT, nullable=False),
    sa.Column("date_of_birth", sa.Date),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("hosted_newcomers_issuer_subject_idx", "issuer", "subject"),
    sa.Index("hosted_newcomers_expires_at_idx", "expires_at"),
)
