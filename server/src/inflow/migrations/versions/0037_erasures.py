"""A ledger of deleted, emptied and withheld content, filled by triggers, so that a restore removes it again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")

# For each trigger: the table, the event, the condition, the kind, and the act.
_TRIGGERS = (
    ("identity_accounts", "DELETE", None, "account", "'deleted'"),
    ("posts", "DELETE", None, "post", "'deleted'"),
    ("posts", "UPDATE OF post_type", "NEW.post_type <> OLD.post_type", "post", "NEW.post_type"),
    ("grids", "DELETE", None, "grid", "'deleted'"),
    ("grids", "UPDATE OF post_type", "NEW.post_type <> OLD.post_type", "grid", "NEW.post_type"),
    ("comments", "DELETE", None, "comment", "'deleted'"),
    (
        *("comments", "UPDATE OF author_id", "(NEW.author_id IS NULL) <> (OLD.author_id IS NULL)", "comment"),
        "CASE WHEN NEW.author_id IS NULL THEN 'deleted' ELSE 'restored' END",
    ),
    # Moderators put comments and messages back, too. A comment that is inserted again has its former date.
    ("comments", "INSERT", "NEW.created_at < clock_timestamp() - interval '10 seconds'", "comment", "'restored'"),
    (
        *("messages", "UPDATE OF is_deleted", "NEW.is_deleted <> OLD.is_deleted", "message"),
        "CASE WHEN NEW.is_deleted THEN 'deleted' ELSE 'restored' END",
    ),
)


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False),
        sa.Column("transaction", sa.BigInteger, nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("act", _TEXT, nullable=False),
        sa.Column("subject", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("erasures_pkey")),
    )
    op.create_index("erasures_by_transaction", "erasures", ["transaction", "id"])
    op.create_index("erasures_by_time", "erasures", ["erased_at"], postgresql_using="brin")
    # For the backup, which asks every two seconds for the media of the last hour.
    op.create_index("media_by_time", "media", ["created_at"], postgresql_using="brin")
    for table, event, condition, kind, act in _TRIGGERS:
        name = _name(table, event)
        row = "OLD" if event == "DELETE" else "NEW"
        op.execute(f"""
            CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO erasures (transaction, erased_at, kind, act, subject)
                VALUES (pg_current_xact_id()::text::bigint, clock_timestamp(), '{kind}', {act},
                        encode(sha256(convert_to({row}.id, 'UTF8')), 'hex'));
                RETURN NULL;
            END $$
        """)  # noqa: S608  # all parts are constants above
        when = f" WHEN ({condition})" if condition else ""
        op.execute(f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW{when} EXECUTE FUNCTION {name}()")


def downgrade() -> None:
    for table, event, *_ in _TRIGGERS:
        name = _name(table, event)
        op.execute(f"DROP TRIGGER {name} ON {table}")
        op.execute(f"DROP FUNCTION {name}()")
    op.drop_index("media_by_time", "media")
    op.drop_table("erasures")


def _name(table: str, event: str) -> str:
    return f"erasures_of_{table}_{event.split(maxsplit=1)[0].lower()}"
