"""Conversations and their messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from reflow.changes.publication import add_to_publication, identify_by_index

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_TEXT = sa.Text(collation="C")
_INSTANT = sa.DateTime(timezone=True)

_PUBLISHED = {
    "conversation_sides": ("conversation_id", "member_id", "place"),
    "conversation_keys": ("conversation_id",),
    "messages": ("conversation_id", "seq"),
}


def upgrade() -> None:
    _create_conversations()
    _create_sides()
    _create_messages()
    op.execute(identify_by_index("conversation_sides", "conversation_sides_live"))
    op.execute(identify_by_index("messages", "messages_live"))
    op.execute(add_to_publication("inflow", _PUBLISHED))


def downgrade() -> None:
    for table in ("messages", "conversation_sides", "conversation_keys", "conversations"):
        op.drop_table(table)


def _create_conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("last_seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("last_at", _INSTANT, server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("conversations_pkey")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_table(
        "conversation_keys",
        sa.Column("conversation_id", _TEXT, nullable=False),
        sa.Column("version", sa.SmallInteger(), nullable=False),
        sa.Column("kek_id", _TEXT, nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        _of_conversation("conversation_keys"),
        sa.PrimaryKeyConstraint("conversation_id", name=op.f("conversation_keys_pkey")),
    )
    op.create_index(op.f("conversation_keys_kek_id_idx"), "conversation_keys", ["kek_id"])


def _create_sides() -> None:
    op.create_table(
        "conversation_sides",
        sa.Column("conversation_id", _TEXT, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("member_id", _TEXT, nullable=False),
        sa.Column("other_id", _TEXT, nullable=False),
        sa.Column("place", _TEXT, server_default="inbox", nullable=False),
        sa.Column("last_seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("last_at", _INSTANT, server_default=sa.text("now()")),
        sa.Column("cleared_up_to", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("read_up_to", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("unread", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("conversation_sides_seat_check")),
        sa.CheckConstraint("member_id <> other_id", name=op.f("conversation_sides_not_oneself_check")),
        sa.CheckConstraint("place IN ('inbox', 'archived', 'deleted')", name=op.f("conversation_sides_place_check")),
        sa.CheckConstraint("unread >= 0", name=op.f("conversation_sides_unread_check")),
        _of_conversation("conversation_sides"),
        sa.PrimaryKeyConstraint("conversation_id", "seat", name=op.f("conversation_sides_pkey")),
        sa.UniqueConstraint("member_id", "other_id", name=op.f("conversation_sides_member_id_other_id_key")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_index("conversation_sides_by_other", "conversation_sides", ["other_id"])
    op.create_index(
        "conversation_sides_live", "conversation_sides", ["conversation_id", "member_id", "place"], unique=True
    )


def _create_messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("conversation_id", _TEXT, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("client_id", _TEXT, nullable=False),
        sa.Column("type", _TEXT, nullable=False),
        sa.Column("content", sa.LargeBinary()),
        sa.Column("media_id", _TEXT),
        sa.Column("reply_to_seq", sa.BigInteger()),
        sa.Column("is_deleted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.CheckConstraint("type IN ('text', 'emoji', 'photo')", name=op.f("messages_type_check")),
        sa.CheckConstraint("is_deleted = (content IS NULL)", name=op.f("messages_deleted_is_erased_check")),
        _of_conversation("messages"),
        sa.PrimaryKeyConstraint("id", name=op.f("messages_pkey")),
        sa.UniqueConstraint("conversation_id", "seat", "client_id", name="messages_once"),
    )
    op.create_index("messages_by_media", "messages", ["media_id"], postgresql_where=sa.text("media_id IS NOT NULL"))
    op.create_index("messages_live", "messages", ["conversation_id", "seq"], unique=True)


def _of_conversation(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"{table}_conversation_id_fkey")
    return sa.ForeignKeyConstraint(["conversation_id"], ["conversations.id"], name=name, ondelete="CASCADE")
