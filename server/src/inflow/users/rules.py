"""What is true of every member."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, NewType

UserId = NewType("UserId", str)
ProfileId = NewType("ProfileId", str)

FULL_NAME_MAX: Final = 25
USERNAME_MAX: Final = 20

Nook = Literal["sphere", "scenic", "randomized", "lifestyle"]
OfferedNook = Literal["randomized", "scenic", "lifestyle"]

DEFAULT_NOOK: Final = "scenic"
NOOK_LOCK: Final = timedelta(days=7)
NOOK_LOCKED: Final = "CANNOT CHANGE NOOK FOR 7 DAYS"
