"""Conversations and their messages, as the database keeps them."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata

# Room on every page for the next versions of its rows: what changes with each message touches no index then.
_ROOMY = {"fillfactor": 70}


def _of_conversation(*, primary_key: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("conversations.id", ondelete="CASCADE")
    return sa.Column("conversation_id", TEXT, reference, primary_key=primary_key, nullable=False)


# Both sides' order: who sends takes the next number from this row, and until they are done nobody else does.
conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("last_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("last_at", INSTANT, nullable=False, server_default=sa.func.now()),
    postgresql_with=_ROOMY,
)

# A conversation's own key, itself encrypted. In a table of its own, so that changing keys delays no message.
conversation_keys = sa.Table(
    "conversation_keys",
    metadata,
    _of_conversation(primary_key=True),
    sa.Column("version", sa.SmallInteger, nullable=False),
    sa.Column("kek_id", TEXT, nullable=False, index=True),
    sa.Column("wrapped", sa.LargeBinary, nullable=False),
)

# One of the two members, and what the conversation looks like from there. No foreign keys to users: somebody who left
# is an id that was never anybody's, and their own side is gone.
conversation_sides = sa.Table(
    "conversation_sides",
    metadata,
    _of_conversation(),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("member_id", TEXT, nullable=False),
    sa.Column("other_id", TEXT, nullable=False),
    sa.Column("place", TEXT, nullable=False, server_default="inbox"),
    sa.Column("last_seq", sa.BigInteger, nullable=False, server_default="0"),
    # Never null. But a column that may be null is not asked for in the replica identity, and so in no index.
    sa.Column("last_at", INSTANT, server_default=sa.func.now()),
    sa.Column("cleared_up_to", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("read_up_to", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("unread", sa.Integer, nullable=False, server_default="0"),
    sa.PrimaryKeyConstraint("conversation_id", "seat"),
    # Two members have one conversation.
    sa.UniqueConstraint("member_id", "other_id"),
    sa.CheckConstraint("seat IN (0, 1)", name="seat"),
    sa.CheckConstraint("member_id <> other_id", name="not_oneself"),
    sa.CheckConstraint("place IN ('inbox', 'archived', 'deleted')", name="place"),
    sa.CheckConstraint("unread >= 0", name="unread"),
    sa.Index("conversation_sides_by_other", "other_id"),
    # What live queries find sides by, for the log: see docs/architecture.md.
    sa.Index("conversation_sides_live", "conversation_id", "member_id", "place", unique=True),
    postgresql_with=_ROOMY,
)

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    _of_conversation(),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("client_id", TEXT, nullable=False),
    sa.Column("type", TEXT, nullable=False),
    # Sealed with the conversation's key; null once the message is deleted.
    sa.Column("content", sa.LargeBinary),
    # A photo is kept as long as a message shows it; whoever takes it away erases the message before.
    sa.Column("media_id", TEXT, sa.ForeignKey("media.id")),
    sa.Column("reply_to_seq", sa.BigInteger),
    sa.Column("is_deleted", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("created_at", INSTANT, nullable=False),
    # The name that the sender's page gave it: however often it is sent, it is stored once.
    sa.UniqueConstraint("conversation_id", "seat", "client_id", name="messages_once"),
    sa.CheckConstraint("type IN ('text', 'emoji', 'photo')", name="type"),
    sa.CheckConstraint("is_deleted = (content IS NULL)", name="deleted_is_erased"),
    sa.Index("messages_by_media", "media_id", postgresql_where=sa.text("media_id IS NOT NULL")),
    # One order. And what live queries find messages by, for the log: see docs/architecture.md.
    sa.Index("messages_live", "conversation_id", "seq", unique=True),
)
