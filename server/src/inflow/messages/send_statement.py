"""Sending a message in one statement: it checks the sender, takes the next number, stores, counts and notifies.

The text must be encrypted before the statement runs, with a key and a seat that only a look at the conversation tells.
So it works for senders that this process has looked at before, which is every one but the first of an open chat. The
statement checks all of it again. If it stores nothing, whatever the reason, the caller takes the ordinary way, which
says why.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import not_hidden
from inflow.connections.access import connected_to
from inflow.core.encryption import DecryptionFailed
from inflow.core.ids import new_id
from inflow.members.rules import ProfileId
from inflow.members.tables import profiles, users
from inflow.messages.keys import KeyRing, MissingKey, Wrapped
from inflow.messages.rules import ConversationId, MessageId
from inflow.messages.sending import Draft, storing
from inflow.messages.tables import conversation_keys, conversation_sides
from inflow.messages.views import Sent, sent_view
from inflow.notifications.notify import announce, upsert_notification
from inflow.notifications.tables import notifications
from inflow.policies.access import may_write
from reflow import MutationCtx, Row, statement

_MOST_SENDERS: Final = 20_000

_own, _other = profiles.alias("own"), profiles.alias("other")
_sender = (
    sa.select(
        conversation_sides.c.conversation_id,
        conversation_sides.c.seat,
        conversation_sides.c.member_id,
        conversation_sides.c.other_id,
    )
    .select_from(users)
    .join(conversation_sides, conversation_sides.c.member_id == users.c.id)
    .join(conversation_keys, conversation_keys.c.conversation_id == conversation_sides.c.conversation_id)
    .join(_own, _own.c.user_id == conversation_sides.c.member_id)
    .join(_other, _other.c.user_id == conversation_sides.c.other_id)
    .where(
        users.c.clerk_id == bindparam("clerk_id"),
        conversation_sides.c.conversation_id == bindparam("conversation"),
        conversation_sides.c.seat == bindparam("seat"),
        # The keys as a whole: after a restore, another key may have the same number.
        conversation_keys.c.wrapped == bindparam("wrapped"),
        _own.c.id == bindparam("sender_profile"),
        _other.c.id == bindparam("receiver_profile"),
        not_hidden(conversation_sides.c.other_id, viewer=conversation_sides.c.member_id),
        connected_to(conversation_sides.c.other_id, viewer=conversation_sides.c.member_id),
        may_write(conversation_sides.c.member_id),
    )
    .cte("sender")
)
_stored, _moved = storing(_sender.c.conversation_id, _sender.c.seat)


def _constant(column: str, value: str | None) -> sa.ColumnElement[str]:
    return sa.cast(sa.literal(value), notifications.c[column].type)


_notified = upsert_notification(
    id=bindparam("notification_id", type_=notifications.c.id.type),
    member_id=_sender.c.other_id,
    sender_id=_sender.c.member_id,
    type=_constant("type", "intexted"),
    subject=_sender.c.conversation_id,
    cause=_constant("cause", None),
    given=_stored.c.seq.is_not(None),
).cte("notified")

SEND_MESSAGE = statement(
    sa.select(_stored.c.seq, _stored.c.created_at, _notified.c.id.label("notification_id"), _notified.c.is_announced)
    .select_from(_stored.outerjoin(_notified, sa.true()))
    .add_cte(_moved)
)
"""No row if nothing was stored; else the message's number and time, and the notification of the other member, if there
is one.
"""


class _Known(NamedTuple):
    seat: int
    keys: Wrapped


class KnownSenders:
    """The seats and keys of participants who have sent messages through this process, the latest ones."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[ConversationId, ProfileId], _Known] = OrderedDict()

    def add(self, conversation_id: ConversationId, profile_id: ProfileId, participant: Row) -> None:
        """Remember a participant from the columns of a row."""
        keys = Wrapped(participant.kek_id, participant.version, participant.wrapped)
        self._known[conversation_id, profile_id] = _Known(participant.seat, keys)
        self._known.move_to_end((conversation_id, profile_id))
        if len(self._known) > _MOST_SENDERS:
            self._known.popitem(last=False)

    def find(self, conversation_id: ConversationId, profile_id: ProfileId) -> _Known | None:
        """What is known of a participant; None if nothing is."""
        return self._known.get((conversation_id, profile_id))


async def send_at_once(
    ctx: MutationCtx, draft: Draft, *, conversation_id: ConversationId, sender_id: ProfileId, receiver_id: ProfileId
) -> Sent | None:
    """Send a text that answers no message in one statement; None if nothing was stored."""
    known = ctx.get(KnownSenders).find(conversation_id, sender_id)
    if known is None or ctx.identity is None or draft.type == "photo" or draft.reply_to_id is not None:
        return None
    try:
        key = ctx.get(KeyRing).open(conversation_id, known.keys)
    except (DecryptionFailed, MissingKey):
        return None
    message_id = MessageId(new_id())
    row = await ctx.row(
        SEND_MESSAGE,
        clerk_id=ctx.identity.subject,
        conversation=conversation_id,
        seat=known.seat,
        wrapped=known.keys.wrapped,
        sender_profile=sender_id,
        receiver_profile=receiver_id,
        id=message_id,
        client_id=draft.client_id,
        type=draft.type,
        content=key.seal(message_id, known.seat, draft.type, draft.text),
        media_id=None,
        reply_to_seq=None,
        notification_id=new_id(),
    )
    if row is None:
        return None
    if row.notification_id is not None:
        await announce(ctx, row.notification_id, is_announced=row.is_announced)
    return sent_view(row, message_id, draft.client_id)
