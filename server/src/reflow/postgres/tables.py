"""The engine's own tables. The product's migrations create them."""

from __future__ import annotations

from typing import Final

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
    sa.Column("period", sa.SmallInteger, nullable=False, server_default="0"),
    sa.PrimaryKeyConstraint("session", "request", "period", name="reflow_requests_pkey"),
    sa.Index("reflow_requests_subject_idx", "subject"),
    comment="What each mutation of a client's session answered, kept so that a repeat is not run again.",
    postgresql_partition_by="LIST (period)",
)

request_period = sa.Table(
    "reflow_request_period",
    metadata,
    sa.Column("period", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    comment="One row: the partition of reflow_requests that takes new rows, and since when.",
)

PARTITIONS: Final = (
    "CREATE TABLE reflow_requests_0 PARTITION OF reflow_requests FOR VALUES IN (0)",
    "CREATE TABLE reflow_requests_1 PARTITION OF reflow_requests FOR VALUES IN (1)",
    "CREATE TABLE reflow_requests_2 PARTITION OF reflow_requests FOR VALUES IN (2)",
    "INSERT INTO reflow_request_period DEFAULT VALUES",
)
"""What the tables need besides their own DDL."""
