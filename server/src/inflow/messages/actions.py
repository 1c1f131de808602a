"""Actions in conversations that store nothing."""

from __future__ import annotations

from inflow.messages.access import ConversationNotFound, SendRefused, own_participation
from inflow.messages.queries import get_conversation
from inflow.messages.rules import TYPING, ConversationId
from inflow.messages.typing import Typing, signal_typing
from reflow import ActionCtx, AppError, action


@action
async def set_typing(ctx: ActionCtx, *, conversation_id: ConversationId, typing: bool = True) -> None:
    """Show the other participant for some seconds that the caller is typing, or that they have stopped."""
    if ctx.identity is None:
        raise AppError("unauthenticated", "Please log in.")
    TYPING.take((ctx.identity.issuer, ctx.identity.subject))
    participant = await ctx.query(own_participation, conversation_id=conversation_id)
    conversation = await ctx.query(get_conversation, conversation_id=conversation_id)
    if participant is None or conversation is None:
        raise ConversationNotFound
    if not conversation.can_send:
        raise SendRefused
    ctx.get(Typing).note(ctx.identity.subject, conversation_id, participant.seat, typing=typing)
    await ctx.mutate(signal_typing, conversation_id=conversation_id, seat=participant.seat, typing=typing)
