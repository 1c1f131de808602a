"""The types and limits of messages, and their rate limits."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from inflow.core.text import clean
from reflow import DAY, MINUTE, AppError, RateLimit

ConversationId = NewType("ConversationId", str)
MessageId = NewType("MessageId", str)

MessageType = Literal["text", "emoji", "photo"]
EditedType = Literal["text", "emoji"]
Place = Literal["inbox", "archived", "deleted"]

MESSAGE_MAX: Final = 2000
MOST_LINES: Final = 60
CLIENT_ID_MAX: Final = 64
SEARCH_MAX: Final = 100

Content = Annotated[str, Meta(max_length=MESSAGE_MAX)]
ClientId = Annotated[str, Meta(min_length=1, max_length=CLIENT_ID_MAX)]
Seq = Annotated[int, Meta(ge=0, lt=2**53)]
Search = Annotated[str, Meta(max_length=SEARCH_MAX)]

DELETED: Final = "[Message deleted]"
PHOTO: Final = "Foto"

NO_MESSAGE: Final = "This message does not exist."
TOO_LATE_TO_EDIT: Final = "A message can be edited for 15 minutes."
FOTO_NOT_EDITABLE: Final = "A foto can't be edited. You can delete it."

EDITABLE_FOR: Final = timedelta(minutes=15)
"""How long its sender may change a message's text."""

# A search for a name looks at all conversations; if it finds more than these, it returns the newest.
CONVERSATIONS_FOUND: Final = 100
# A search for text reads no further back than this: encrypted text has no index, so each message must be decrypted.
CONVERSATIONS_SEARCHED: Final = 50
MESSAGES_SEARCHED: Final = 100

SENDING: Final = RateLimit((20, 4.0), (60, MINUTE))
"""Five a second, twenty at once, sixty a minute."""

EDITING: Final = RateLimit((30, MINUTE), (500, DAY))

TYPING: Final = RateLimit((10, 5.0))
"""Two signals a second; pages need one in three seconds."""


def trimmed(content: str) -> str:
    """The content, cleaned.

    Raises:
        AppError: `invalid` if it is empty.
    """
    text = clean(content, lines=MOST_LINES)
    if not text:
        raise AppError("invalid", "A message needs some text.")
    return text


def in_line(type: MessageType, text: str, *, is_deleted: bool) -> str:  # noqa: A002  # the specification's word
    """A message in one line, for the inbox and above replies."""
    if is_deleted:
        return DELETED
    return PHOTO if type == "photo" else text


class MessageUnreadable(AppError):
    """The refusal of a message that cannot be decrypted, because the database was changed from outside."""

    def __init__(self) -> None:
        super().__init__("unreadable", "A message was changed outside of this app and cannot be shown.")
