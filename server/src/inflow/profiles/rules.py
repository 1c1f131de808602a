"""Limits of a profile, and the choice of suggested members."""

from __future__ import annotations

import base64
import hashlib
from typing import Annotated, Final

from msgspec import Meta

PICTURE_MOST_BYTES: Final = 5 * 1024 * 1024
SUGGESTED: Final = 9
MOST_ON_PROFILE: Final = 100
"""How many connections of each direction the caller's own profile contains; `profiles:getSyncFlowConnections` has all
of them.
"""

NOT_ONESELF: Final = "You cannot block yourself."
NOT_MUTED: Final = "You cannot mute yourself."
NOT_LIMITED: Final = "You cannot limit yourself."
NO_PROFILE: Final = "Profile not found"

Quote = Annotated[str, Meta(max_length=1000)]


def place_of(seed: int, member_id: str) -> str:
    """A position among all ids. Ids are random, so the members after that position are a random choice."""
    digest = hashlib.sha256(f"{seed} {member_id}".encode()).digest()
    return base64.b32encode(digest[:16]).decode().rstrip("=").lower()
