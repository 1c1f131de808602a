"""What is true of every member."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final, NewType

from msgspec import Meta

UserId = NewType("UserId", str)
ProfileId = NewType("ProfileId", str)

FULL_NAME_MAX: Final = 25
USERNAME_MAX: Final = 20

NOOK_NAME_MIN: Final = 3
NOOK_NAME_MAX: Final = 20

NookName = Annotated[str, Meta(max_length=NOOK_NAME_MAX)]

DEFAULT_NOOK: Final = "scenic"
NOOK_LOCK: Final = timedelta(days=7)
NOOK_LOCKED: Final = "CANNOT CHANGE NOOK FOR 7 DAYS"
NO_SUCH_NOOK: Final = "There is no such nook."
