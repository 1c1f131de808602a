"""Who is typing. No table stores it: it passes through the log as a signal, and each process remembers the last
ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.core.tables import TEXT
from inflow.members.views import iso
from inflow.messages.rules import ConversationId
from reflow import MutationCtx, QueryCtx, internal_mutation, statement
from reflow.changes.transactions import Values

SIGNAL = "typing"
_MOST_KEPT = 10_000
_MOST_AT_ONCE = 20

# Never run: it defines which signals update the queries of a conversation.
_signals = sa.Table(SIGNAL, sa.MetaData(), sa.Column("conversation_id", TEXT, nullable=False))
_OF_CONVERSATION = statement(
    sa.select(_signals.c.conversation_id).where(_signals.c.conversation_id == bindparam("conversation_id"))
)


class Typing:
    """The last signal of each seat, as far as this process remembers, and where members type through this process."""

    def __init__(self) -> None:
        self._since: dict[tuple[str | None, str | None], str | None] = {}
        self._own: dict[str, dict[ConversationId, int]] = {}

    def heard(self, values: Values) -> None:
        """Record the signal that a member began, continued or stopped."""
        seat = (values["conversation_id"], values["seat"])
        self._since.pop(seat, None)
        self._since[seat] = values["at"]
        if len(self._since) > _MOST_KEPT:
            del self._since[next(iter(self._since))]

    def since(self, conversation_id: str, seat: int) -> str | None:
        """When this seat was last reported typing; None if it has stopped, or never was."""
        return self._since.get((conversation_id, str(seat)))

    def note(self, subject: str, conversation_id: ConversationId, seat: int, *, typing: bool) -> None:
        """Record that a member of this process types in a conversation, or has stopped."""
        own = self._own.setdefault(subject, {})
        own.pop(conversation_id, None)
        if typing:
            own[conversation_id] = seat
        if len(own) > _MOST_AT_ONCE:
            del own[next(iter(own))]
        if not own:
            del self._own[subject]

    def leave(self, subject: str) -> Mapping[ConversationId, int]:
        """The conversations in which a member who has left typed, with their seats; they are forgotten."""
        return self._own.pop(subject, {})


def typed_at(ctx: QueryCtx, conversation_id: ConversationId, seat: int) -> str | None:
    """When this seat was last reported typing; None if it is not. The calling query runs again at the next signal."""
    ctx.watch(_OF_CONVERSATION, {"conversation_id": conversation_id}, [])
    return ctx.get(Typing).since(conversation_id, seat)


@internal_mutation
async def signal_typing(ctx: MutationCtx, *, conversation_id: ConversationId, seat: int, typing: bool) -> None:
    """Tell every process. Internal, since a published mutation leaves its answer in the database."""
    at = iso(datetime.now(UTC)) if typing else None
    await ctx.signal(SIGNAL, conversation_id=conversation_id, seat=str(seat), at=at)
