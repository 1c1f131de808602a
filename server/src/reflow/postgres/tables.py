"""The engine's own tables. The product's migrations create them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

requests = sa.Table(
    "reflow_requests",
    metadata,
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("request", sa.BigInteger, nullable=False),
    sa.Column("fingerprint", sa.LargeBinary, nullable=False),
    # Encrypted with a key derived from the request's arguments, so that texts which a member removed cannot be read
    # here.
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    # The caller's hash from `mutations.subject_of`; empty if the caller was not authenticated.
    sa.Column("subject", sa.LargeBinary, nullable=False, server_default=""),
    sa.PrimaryKeyConstraint("session", "request", name="reflow_requests_pkey"),
    sa.Index("reflow_requests_created_at_idx", "created_at"),
    sa.Index("reflow_requests_subject_idx", "subject"),
    comment="What each mutation of a client's session answered, kept so that a repeat is not run again.",
)
