"""The limits of drafts, and the words about them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Final, NewType

from msgspec import Meta

from reflow import AppError

DraftId = NewType("DraftId", str)

MOST_DRAFTS: Final = 50
"""How many drafts a member has at most, scheduled ones included."""
SHAPE_MAX: Final = 16

LEAST_AHEAD: Final = timedelta(minutes=1)
MOST_AHEAD: Final = timedelta(days=365)

PASSING: Final = frozenset({"busy", "no_room", "timed_out", "unverified"})
"""The codes of refusals that pass by themselves, so that a scheduled foto is tried again."""
MOST_ATTEMPTS: Final = 18
"""How often a scheduled foto is tried before it leaves the schedule."""
_FIRST_PAUSE: Final = timedelta(seconds=5)
_LONGEST_PAUSE: Final = timedelta(minutes=5)

Version = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Moment = Annotated[datetime, Meta(tz=True)]
Shape = Annotated[str, Meta(max_length=SHAPE_MAX)]

NO_DRAFT: Final = "This draft does not exist."
CHANGED_ELSEWHERE: Final = "This draft was changed on another device."
TOO_MANY_DRAFTS: Final = f"You can have at most {MOST_DRAFTS} drafts. Delete one first."
NO_FOTO: Final = "A draft needs a foto."
IN_ANOTHER_DRAFT: Final = "This foto is in another draft."
TOO_SOON: Final = "Choose a time that is at least a minute away."
TOO_LATE: Final = "Choose a time within the next year."
NOT_SCHEDULED: Final = "This draft is not scheduled."
COULD_NOT_BE_POSTED: Final = "Something went wrong on the server."
RESTORED: Final = "The server was restored from a backup. Please schedule this foto again."


def pause_after(attempts: int) -> timedelta:
    """How long a scheduled foto waits after so many attempts: five seconds, doubled each time, at most five minutes."""
    doubled: int = 2 ** min(attempts - 1, 10)
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * doubled)


def require_time(now: datetime, publish_at: datetime) -> None:
    """Check that a foto may be scheduled for this time.

    Raises:
        AppError: `invalid`.
    """
    if publish_at < now + LEAST_AHEAD:
        raise AppError("invalid", TOO_SOON)
    if publish_at > now + MOST_AHEAD:
        raise AppError("invalid", TOO_LATE)
