"""Hosted sign-in's tables: people on their way to a provider, and people who came back and are not members yet."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

# A browser that was sent to a provider. Nonce and PKCE verifier are not here: they follow from state, cookie and the
# deployment's secret, and of the first two only digests are kept.
visits = sa.Table(
    "hosted_visits",
    metadata,
    sa.Column("state_hash", sa.LargeBinary, primary_key=True),
    sa.Column("cookie_hash", sa.LargeBinary, nullable=False),
    sa.Column("issuer", TEXT, nullable=False),
    sa.Column("former_session", TEXT),  # the browser's session before, to be ended: its cookie does not come back along
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Index("hosted_visits_expires_at_idx", "expires_at"),
)

# Whom a provider vouched for, until they have told the rest. What it said of them is a suggestion for the form.
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
