"""The states and limits of an import, and the words about it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, NewType

ImportId = NewType("ImportId", str)
ImportState = Literal["uploading", "reading", "ready", "working", "done", "failed", "cancelled"]
Source = Literal["inflow", "instagram", "pixelfed", "mastodon", "google-takeout", "folder"]

KEPT_FOR: Final = timedelta(days=30)
"""How long an import is listed. An unfinished one ends then."""
WAITS_FOR: Final = timedelta(days=14)
"""How long an archive may take to arrive and then wait for its member to start."""
MOST_ATTEMPTS: Final = 25
"""How many jobs in a row may end while they bring the same item. After that it counts as refused."""
MOST_READINGS: Final = 5
"""How many jobs in a row may fail to read an archive. After that the import has failed."""
ITEMS_AT_A_TIME: Final = 50
SECONDS_AT_A_TIME: Final = 20.0
"""After so many items, or with the first one after so many seconds, a job ends and defers the next one, so that other
jobs get their turn. Each job opens the archive, whose directory may be long.
"""
MOST_PROBLEMS: Final = 200
"""How many problems `imports:getProblems` names."""

MOST_ENTRIES: Final = 100_000
MOST_PHOTO_BYTES: Final = 25 * 1024 * 1024
MOST_JSON_BYTES: Final = 64 * 1024 * 1024
MOST_UNPACKED_BYTES: Final = 100 * 1024**3
MOST_RATIO: Final = 200
"""By how much a file of more than a megabyte may be compressed."""
MOST_POSTS: Final = 20_000
FIRST_YEAR: Final = 1826
"""The year of the oldest photograph."""

PASSING: Final = frozenset({"busy", "no_room", "rate_limited", "timed_out", "unverified"})
"""The codes of refusals that pass by themselves, so that an item is tried again."""
_FIRST_PAUSE: Final = timedelta(seconds=5)
_LONGEST_PAUSE: Final = timedelta(minutes=5)

NO_IMPORT: Final = "This import does not exist."
ANOTHER_IMPORT: Final = "You are bringing along another archive already. Cancel it first."
NOT_READY: Final = "This archive is not ready yet."
NOT_STARTED: Final = "You did not start this import in time. Please upload the archive again."
NO_NEW_MEMBERS: Final = "New members can't bring fotos along yet. Please try again in a few days."

NOT_A_ZIP: Final = "This file is no ZIP archive, or it is damaged."
IS_TAR: Final = "Please unpack this archive and pack it again as a ZIP."
ENCRYPTED: Final = "This archive is protected by a password. Please pack it again without one."
TOO_MANY_ENTRIES: Final = "This archive has too many files: the most is 100,000."
TOO_MANY_POSTS: Final = "This archive has too many posts: the most is 20,000."
TOO_LARGE_UNPACKED: Final = "This archive is too large unpacked."
UNKNOWN_ARCHIVE: Final = "There are no fotos in this archive that can be brought along."
NEWER_FORMAT: Final = "This archive was made by a newer version. Please ask for an update of this server."
BROKEN_JSON: Final = "A file of this archive cannot be read."

MISSING_FILE: Final = "This file is not in the archive."
UNREADABLE_FILE: Final = "This file is damaged."
TOO_LARGE_FILE: Final = "This file is too large."
IS_VIDEO: Final = "Videos can't be brought along."
WAS_WITHHELD: Final = "A moderator took this foto away."
CAPTION_CUT: Final = "The caption was too long and is shortened."
ALT_TEXT_CUT: Final = "The alternative text was too long and is shortened."
ALREADY_HERE: Final = "This is here already."
SAME_GRID: Final = "A grid needs all its fotos."
TOO_HEAVY: Final = "This archive takes more to read than this server can spare."
WENT_WRONG: Final = "Something went wrong on the server."
PROBLEMS: Final = (IS_VIDEO, WAS_WITHHELD, CAPTION_CUT, ALT_TEXT_CUT, ALREADY_HERE, NOT_STARTED)
"""What members read about their archive or something in it, and no call is refused with."""


def pause_after(attempts: int) -> timedelta:
    """How long an import waits after so many attempts: five seconds, doubled each time, at most five minutes."""
    doubled: int = 2 ** min(max(attempts - 1, 0), 10)
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * doubled)
