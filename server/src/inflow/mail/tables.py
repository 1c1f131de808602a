"""The table of waiting and sent emails."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

mail_outbox = sa.Table(
    "mail_outbox",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("recipient", TEXT, nullable=False),
    # Subject, text and HTML, encrypted (see core.encryption). Null once the email is sent or given up, unless a
    # development mailbox keeps it.
    sa.Column("sealed_text", sa.LargeBinary),
    sa.Column("created_at", INSTANT, nullable=False),
    # When to try next; null when there is nothing left to try. Leasing an email moves this on.
    sa.Column("due_at", INSTANT),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("sent_at", INSTANT),
    sa.Column("last_error", sa.Text),
    # Whether the row is deleted with the email: the last one to a member whose account was deleted.
    sa.Column("leaves_nothing", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("mail_outbox_due_idx", "due_at", postgresql_where=sa.text("due_at IS NOT NULL")),
    sa.Index("mail_outbox_created_at_idx", "created_at"),
    sa.CheckConstraint("sent_at IS NULL OR due_at IS NULL", name="sent_is_over"),
)
