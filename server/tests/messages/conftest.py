"""Members and a running engine; Alice and Bob are in flow, and have a conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from tests.members import Member
from tests.product import in_flow

from inflow.core.ids import new_id
from inflow.messages.mutations import open_conversation, send_message
from inflow.messages.queries import get_messages
from inflow.messages.views import Message, Sent


@dataclass(frozen=True)
class Chat:
    """A conversation between two members.

    Attributes:
        id: The conversation's id.
    """

    id: str
    one: Member
    other: Member

    async def say(self, sender: Member, content: str, **more: Any) -> Sent:
        """Have one of them send a message."""
        return await sender.do(send_message, **self.message(sender, content, **more))

    def message(self, sender: Member, content: str, **more: Any) -> dict[str, Any]:
        """The arguments of `messages:sendMessage`, in Python's spelling."""
        receiver = self.other if sender is self.one else self.one
        given = {"type": "text", "client_id": new_id(), **more}
        return {
            "conversation_id": self.id,
            "sender_id": sender.profile_id,
            "receiver_id": receiver.profile_id,
            "content": content,
            **given,
        }

    def wire(self, sender: Member, content: str, **more: Any) -> dict[str, Any]:
        """The same in the wire's spelling."""
        receiver = self.other if sender is self.one else self.one
        return {
            "conversationId": self.id,
            "senderId": sender.profile_id,
            "receiverId": receiver.profile_id,
            "content": content,
            "type": "text",
            "clientId": new_id(),
            **more,
        }

    async def read_by(self, member: Member) -> list[Message]:
        """The messages that a member has, newest first."""
        return (await member.see(get_messages, conversation_id=self.id)).page

    async def texts(self, member: Member) -> list[str]:
        """The texts of the member's messages, newest first."""
        return [message.encrypted_content for message in await self.read_by(member)]


async def begun(one: Member, other: Member) -> Chat:
    """Put two members in flow and open their conversation."""
    await in_flow(one, other)
    return Chat(await one.do(open_conversation, profile_id=one.profile_id, other_id=other.profile_id), one, other)


@pytest.fixture
async def chat(alice: Member, bob: Member) -> Chat:
    return await begun(alice, bob)
