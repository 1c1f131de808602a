"""Mutations of messages and conversations: sending, editing, opening, archiving, reading and clearing."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.blocks.access import visible_user
from inflow.connections.access import are_connected
from inflow.core.ids import new_id
from inflow.members.access import require_member, require_own_profile
from inflow.members.rules import ProfileId
from inflow.messages.access import ConversationNotFound, SendRefused, key_in, require_participant, require_sender
from inflow.messages.conversations import CONVERSATION_WITH, create_conversation
from inflow.messages.own_messages import require_own_message
from inflow.messages.rules import (
    EDITABLE_FOR,
    EDITING,
    FOTO_NOT_EDITABLE,
    NO_MESSAGE,
    SENDING,
    TOO_LATE_TO_EDIT,
    ClientId,
    Content,
    ConversationId,
    EditedType,
    MessageId,
    MessageType,
    Seq,
    trimmed,
)
from inflow.messages.selects import IS_PARTICIPANT
from inflow.messages.send_statement import KnownSenders, send_at_once
from inflow.messages.sending import Draft, find_sent_message, store_message
from inflow.messages.tables import conversation_sides, conversations, messages
from inflow.messages.views import Sent, opened
from inflow.notifications.notify import notify, withdraw_about
from inflow.policies.access import require_may_write, writing_refusal
from inflow.standing.new_members import require_links_allowed
from reflow import AppError, MutationCtx, mutation, statement

_OF_MEMBER = sa.and_(
    conversation_sides.c.conversation_id == bindparam("conversation"),
    conversation_sides.c.member_id == bindparam("member"),
)
_OF_MEMBER_AND_KEPT = sa.and_(_OF_MEMBER, conversation_sides.c.place != "deleted")
_up_to = sa.func.least(
    sa.func.coalesce(bindparam("up_to", type_=sa.BigInteger), conversation_sides.c.last_seq),
    conversation_sides.c.last_seq,
)
_still_unread = (
    sa.select(sa.func.count())
    .select_from(messages)
    .where(
        messages.c.conversation_id == conversation_sides.c.conversation_id,
        messages.c.seq > sa.func.greatest(_up_to, conversation_sides.c.cleared_up_to),
        messages.c.seat != conversation_sides.c.seat,
    )
    .scalar_subquery()
)

RESTORE = statement(sa.update(conversation_sides).where(_OF_MEMBER).values(place="inbox", last_at=sa.func.now()))
SET_PLACE = statement(
    sa.update(conversation_sides)
    .where(_OF_MEMBER_AND_KEPT)
    .values(place=bindparam("place"))
    .returning(conversation_sides.c.conversation_id)
)
MARK_READ = statement(
    sa.update(conversation_sides)
    .where(_OF_MEMBER, sa.or_(conversation_sides.c.read_up_to < _up_to, conversation_sides.c.unread > 0))
    .where(conversation_sides.c.read_up_to <= _up_to)
    .values(read_up_to=_up_to, unread=_still_unread)
    .returning(conversation_sides.c.unread)
)
_is_behind = conversation_sides.c.last_seq > _up_to
_waiting = (
    sa.select(sa.func.count())
    .select_from(messages)
    .where(
        messages.c.conversation_id == conversation_sides.c.conversation_id,
        messages.c.seq > sa.func.greatest(_up_to, conversation_sides.c.cleared_up_to, conversation_sides.c.read_up_to),
        messages.c.seat != conversation_sides.c.seat,
    )
    .scalar_subquery()
)
CLEAR = statement(
    sa.update(conversation_sides)
    .where(_OF_MEMBER_AND_KEPT)
    .values(
        # If there is a later message, the conversation stays in its place, as if that message had brought it back.
        place=sa.case((_is_behind, conversation_sides.c.place), else_="deleted"),
        # `read_up_to` does not change: a member who clears unread messages has not read them, and the other must not
        # see them as read.
        cleared_up_to=sa.func.greatest(_up_to, conversation_sides.c.cleared_up_to),
        unread=_waiting,
    )
    .returning(conversation_sides.c.unread)
)
_is_kept = sa.select(conversation_sides.c.seat).where(
    conversation_sides.c.conversation_id == conversations.c.id, conversation_sides.c.place != "deleted"
)
DELETE_IF_UNUSED = statement(
    sa.delete(conversations).where(conversations.c.id == bindparam("conversation"), ~_is_kept.exists())
)
OWN_MESSAGE_FOR_UPDATE = statement(
    sa.select(
        messages.c.conversation_id,
        messages.c.seat,
        messages.c.type,
        messages.c.content,
        (messages.c.created_at > sa.func.now() - EDITABLE_FOR).label("is_open"),
    )
    .join(
        conversation_sides,
        sa.and_(
            conversation_sides.c.conversation_id == messages.c.conversation_id,
            conversation_sides.c.seat == messages.c.seat,
        ),
    )
    .where(
        messages.c.id == bindparam("message_id"),
        sa.not_(messages.c.is_deleted),
        messages.c.seq > conversation_sides.c.cleared_up_to,
        IS_PARTICIPANT,
    )
    .with_for_update(of=messages)
)
SET_CONTENT = statement(
    sa.update(messages)
    .where(messages.c.id == bindparam("message_id"))
    .values(type=bindparam("new_type"), content=bindparam("new_content"), edited_at=sa.func.now())
)
ERASE_MESSAGE = statement(
    sa.update(messages).where(messages.c.id == bindparam("id")).values(is_deleted=True, content=None, media_id=None)
)


@mutation
async def open_conversation(ctx: MutationCtx, *, profile_id: ProfileId, other_id: ProfileId) -> ConversationId:
    """The conversation with another member, created if there is none. Creating one needs a connection."""
    member = await require_own_profile(ctx, profile_id)
    other = await ctx.run(visible_user, viewer=member.id, profile_id=other_id)
    if other is None:
        raise ConversationNotFound
    found = await ctx.row(CONVERSATION_WITH, member=member.id, other=other)
    if found is None and not await are_connected(ctx, member.id, other):
        raise ConversationNotFound
    if found is None:
        return await create_conversation(ctx, member.id, other)
    participant = await require_participant(ctx, found.conversation_id)
    if found.place == "deleted":
        await ctx.execute(RESTORE, conversation=participant.conversation_id, member=member.id)
    return participant.conversation_id


@mutation(rate_limit=SENDING)
async def send_message(
    ctx: MutationCtx,
    *,
    conversation_id: ConversationId,
    sender_id: ProfileId,
    receiver_id: ProfileId,
    content: Content,
    type: MessageType,  # noqa: A002  # the specification's word for the parameter
    reply_to_id: MessageId | None = None,
    client_id: ClientId | None = None,
) -> Sent:
    """Send a message to the other member. Calls with the same `clientId` are the same message, which is stored once."""
    draft = Draft(type, trimmed(content), reply_to_id, client_id or new_id())
    if type != "photo":
        await require_links_allowed(ctx, content)
    sent_at_once = await send_at_once(
        ctx, draft, conversation_id=conversation_id, sender_id=sender_id, receiver_id=receiver_id
    )
    if sent_at_once is not None:
        return sent_at_once
    member = await require_member(ctx)
    participant = await require_sender(ctx, member.id, conversation_id)
    if sender_id != participant.profile_id:
        raise AppError("forbidden", "You can only do this for yourself.")
    refusal = await writing_refusal(ctx, member)
    if refusal is not None:
        return await find_sent_message(ctx, participant, draft, otherwise=refusal)
    ctx.get(KnownSenders).add(conversation_id, sender_id, participant)
    if not participant.connected or receiver_id != participant.other_profile_id:
        return await find_sent_message(ctx, participant, draft, otherwise=SendRefused())
    sent, unread = await store_message(ctx, member, participant, draft)
    if unread is not None:
        await notify(ctx, to=participant.other_id, kind="intexted", sender=member.id, subject=conversation_id)
    return sent


@mutation(rate_limit=EDITING)
async def edit_message(
    ctx: MutationCtx,
    *,
    message_id: MessageId,
    content: Content,
    type: EditedType,  # noqa: A002  # the specification's word for the parameter
) -> None:
    """Replace the text of the caller's own message within 15 minutes; both participants see that it was edited. It
    needs what a new message needs. Another member's message counts as missing.
    """
    member = await require_member(ctx)
    await require_may_write(ctx, member)
    own = await ctx.row(OWN_MESSAGE_FOR_UPDATE, message_id=message_id, viewer=member.id)
    if own is None:
        raise AppError("not_found", NO_MESSAGE)
    participant = await require_sender(ctx, member.id, own.conversation_id)
    if not participant.connected:
        raise SendRefused
    if own.type == "photo":
        raise AppError("invalid", FOTO_NOT_EDITABLE)
    await require_links_allowed(ctx, content)
    text, key = trimmed(content), key_in(ctx, participant)
    if text == opened(key, message_id, own.seat, own.type, own.content):
        return
    if not own.is_open:
        raise AppError("conflict", TOO_LATE_TO_EDIT)
    sealed = key.seal(message_id, own.seat, type, text)
    await ctx.execute(SET_CONTENT, message_id=message_id, new_type=type, new_content=sealed)


@mutation
async def archive_conversation(ctx: MutationCtx, *, conversation_id: ConversationId, archived: bool) -> None:
    """Archive a conversation until its next message, or move it back to the inbox."""
    member = await require_member(ctx)
    await require_participant(ctx, conversation_id)
    place = "archived" if archived else "inbox"
    if await ctx.row(SET_PLACE, conversation=conversation_id, member=member.id, place=place) is None:
        raise ConversationNotFound


@mutation
async def mark_as_read(ctx: MutationCtx, *, conversation_id: ConversationId, up_to: Seq | None = None) -> None:
    """Mark a conversation as read by the caller, all of it or up to the message with this `seq`. It never becomes
    unread again.
    """
    member = await require_member(ctx)
    await require_participant(ctx, conversation_id)
    unread = await ctx.value(MARK_READ, conversation=conversation_id, member=member.id, up_to=up_to)
    if unread == 0:
        await withdraw_about(ctx, to=member.id, kind="intexted", subject=conversation_id)


@mutation
async def delete_conversation(ctx: MutationCtx, *, conversation_id: ConversationId, up_to: Seq | None = None) -> None:
    """Clear a conversation for the caller, all of it or up to the message with this `seq`. Later messages bring it
    back.

    Once neither participant has it any more, it is deleted with its keys.
    """
    member = await require_member(ctx)
    await require_participant(ctx, conversation_id)
    cleared = await ctx.row(CLEAR, conversation=conversation_id, member=member.id, up_to=up_to)
    if cleared is None:
        raise ConversationNotFound
    if cleared.unread == 0:
        await withdraw_about(ctx, to=member.id, kind="intexted", subject=conversation_id)
    await ctx.execute(DELETE_IF_UNUSED, conversation=conversation_id)


@mutation
async def delete_message(ctx: MutationCtx, *, message_id: MessageId) -> None:
    """Erase the text of the caller's own message for both participants. Another member's message counts as missing."""
    await require_own_message(ctx, message_id)
    await ctx.execute(ERASE_MESSAGE, id=message_id)
