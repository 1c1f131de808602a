"""Stored results are in one partition for each period of seven days, so that old ones go without row-by-row deletes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_ABOUT = "What each mutation of a client's session answered, kept so that a repeat is not run again."
# The rows so far become the first period's. Earlier versions that still run write into it too, and find them there.
_UP = (
    "ALTER PUBLICATION inflow DROP TABLE reflow_requests",
    "ALTER PUBLICATION inflow SET (publish_via_partition_root)",
    "DROP INDEX reflow_requests_created_at_idx",
    "ALTER INDEX reflow_requests_subject_idx RENAME TO reflow_requests_0_subject_idx",
    "ALTER TABLE reflow_requests RENAME TO reflow_requests_0",
    """ALTER TABLE reflow_requests_0
        ADD COLUMN period smallint DEFAULT 0 NOT NULL,
        DROP CONSTRAINT reflow_requests_pkey,
        ADD CONSTRAINT reflow_requests_0_pkey PRIMARY KEY (session, request, period)""",
    """CREATE TABLE reflow_requests (
        LIKE reflow_requests_0 INCLUDING DEFAULTS,
        CONSTRAINT reflow_requests_pkey PRIMARY KEY (session, request, period)
    ) PARTITION BY LIST (period)""",
    "CREATE INDEX reflow_requests_subject_idx ON reflow_requests (subject)",
    "ALTER TABLE reflow_requests ATTACH PARTITION reflow_requests_0 FOR VALUES IN (0)",
    "CREATE TABLE reflow_requests_1 PARTITION OF reflow_requests FOR VALUES IN (1)",
    "CREATE TABLE reflow_requests_2 PARTITION OF reflow_requests FOR VALUES IN (2)",
    add_to_publication("inflow", {"reflow_requests": ("session", "request", "period")}),
)
_DOWN = (
    "ALTER PUBLICATION inflow DROP TABLE reflow_requests",
    "ALTER TABLE reflow_requests RENAME TO reflow_requests_by_period",
    "ALTER INDEX reflow_requests_pkey RENAME TO reflow_requests_by_period_pkey",
    "ALTER INDEX reflow_requests_subject_idx RENAME TO reflow_requests_by_period_subject_idx",
    "CREATE TABLE reflow_requests (LIKE reflow_requests_by_period INCLUDING DEFAULTS)",
    "ALTER TABLE reflow_requests DROP COLUMN period",
    """INSERT INTO reflow_requests (session, request, fingerprint, result, position, created_at, subject)
        SELECT session, request, fingerprint, result, position, created_at, subject FROM reflow_requests_by_period""",
    "ALTER TABLE reflow_requests ADD CONSTRAINT reflow_requests_pkey PRIMARY KEY (session, request)",
    "CREATE INDEX reflow_requests_created_at_idx ON reflow_requests (created_at)",
    "CREATE INDEX reflow_requests_subject_idx ON reflow_requests (subject)",
    "DROP TABLE reflow_requests_by_period",
    add_to_publication("inflow", {"reflow_requests": ("session", "request")}),
)


def upgrade() -> None:
    for sql in _UP:
        op.execute(sql)
    op.create_table_comment("reflow_requests_0", None, existing_comment=_ABOUT)
    op.create_table_comment("reflow_requests", _ABOUT)
    op.create_table(
        "reflow_request_period",
        sa.Column("period", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        comment="One row: the partition of reflow_requests that takes new rows, and since when.",
    )
    op.execute("INSERT INTO reflow_request_period DEFAULT VALUES")


def downgrade() -> None:
    op.drop_table("reflow_request_period")
    for sql in _DOWN:
        op.execute(sql)
    op.create_table_comment("reflow_requests", _ABOUT)
