"""The tables of conversations and messages."""

from __future__ import annotations

import sqlalchemy as sa

from inflow.core.tables import INSTANT, TEXT, metadata
from reflow.readset import REPLICA_IDENTITY_FULL

# Leaves room on every page for new versions of its rows (HOT updates): columns that change with each message are in no
# index.
_ROOMY = {"fillfactor": 70}


def _of_conversation(*, primary_key: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("conversations.id", ondelete="CASCADE")
    return sa.Column("conversation_id", TEXT, reference, primary_key=primary_key, nullable=False)


# The numbering of both sides' messages: a sender takes the next number from this row, and locks it until their
# transaction ends.
conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("id", TEXT, primary_key=True),
    sa.Column("last_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("last_at", INSTANT, nullable=False, server_default=sa.func.now()),
    postgresql_with=_ROOMY,
)

# A conversation's own keys, encrypted. In a table of their own, so that rotating keys delays no message.
conversation_keys = sa.Table(
    "conversation_keys",
    metadata,
    _of_conversation(primary_key=True),
    sa.Column("version", sa.SmallInteger, nullable=False),
    sa.Column("kek_id", TEXT, nullable=False, index=True),
    sa.Column("wrapped", sa.LargeBinary, nullable=False),
)

# One participant, with the conversation's state for them. Without foreign keys to users: when a member leaves, their
# row is deleted, and the other row gets a random id in place of theirs.
conversation_sides = sa.Table(
    "conversation_sides",
    metadata,
    _of_conversation(),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("member_id", TEXT, nullable=False),
    sa.Column("other_id", TEXT, nullable=False),
    sa.Column("place", TEXT, nullable=False, server_default="inbox"),
    sa.Column("last_seq", sa.BigInteger, nullable=False, server_default="0"),
    # Never null.
    sa.Column("last_at", INSTANT, server_default=sa.func.now()),
    sa.Column("cleared_up_to", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("read_up_to", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("unread", sa.Integer, nullable=False, server_default="0"),
    sa.PrimaryKeyConstraint("conversation_id", "seat"),
    # Two members have at most one conversation.
    sa.UniqueConstraint("member_id", "other_id"),
    sa.CheckConstraint("seat IN (0, 1)", name="seat"),
    sa.CheckConstraint("member_id <> other_id", name="not_oneself"),
    sa.CheckConstraint("place IN ('inbox', 'archived', 'deleted')", name="place"),
    sa.CheckConstraint("unread >= 0", name="unread"),
    sa.Index("conversation_sides_by_other", "other_id"),
    postgresql_with=_ROOMY,
    # Each message changes both sides, and most queries of an open chat read none of the columns that it changes.
    info=REPLICA_IDENTITY_FULL,
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
    # Encrypted with the conversation's key; null once the message is deleted.
    sa.Column("content", sa.LargeBinary),
    # A photo is kept as long as a message shows it; code that deletes the photo must erase the message before.
    sa.Column("media_id", TEXT, sa.ForeignKey("media.id")),
    sa.Column("reply_to_seq", sa.BigInteger),
    sa.Column("is_deleted", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("created_at", INSTANT, nullable=False),
    # Null as long as its text is the first one.
    sa.Column("edited_at", INSTANT),
    # The message's id from the sender's page: however often the page sends it, it is stored once.
    sa.UniqueConstraint("conversation_id", "seat", "client_id", name="messages_once"),
    sa.CheckConstraint("type IN ('text', 'emoji', 'photo')", name="type"),
    sa.CheckConstraint("is_deleted = (content IS NULL)", name="deleted_is_erased"),
    sa.Index("messages_by_media", "media_id", postgresql_where=sa.text("media_id IS NOT NULL")),
    # The order of messages, and the replica identity, with the columns by which live queries find messages: see
    # docs/architecture.md.
    sa.Index("messages_live", "conversation_id", "seq", unique=True),
)
