"""What a message may be, and how often."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from inflow.core.text import clean
from reflow.errors import AppError
from reflow.limits.rate_limits import MINUTE, RateLimit

ConversationId = NewType("ConversationId", str)
MessageId = NewType("MessageId", str)

MessageType = Literal["text", "emoji", "photo"]
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

# Whose name is searched for is found among all; of so many, the newest.
CONVERSATIONS_FOUND: Final = 100
# For words the search reads no further back than this: what is encrypted cannot be looked up, only opened and read.
CONVERSATIONS_SEARCHED: Final = 50
MESSAGES_SEARCHED: Final = 100

SENDING: Final = RateLimit((20, 4.0), (60, MINUTE))
"""Five a second, twenty at once, sixty a minute."""

TYPING: Final = RateLimit((10, 5.0))
"""Two signals a second; pages need one in three seconds."""


def trimmed(content: str) -> str:
    """The content as it is sent: cleaned.

    Raises:
        AppError: `invalid`; there is nothing in it.
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


def unreadable() -> AppError:
    """The answer where what is stored is not what was written."""
    return AppError("unreadable", "A message was changed outside of this app and cannot be shown.")
