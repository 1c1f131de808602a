"""How members are looked for."""

from __future__ import annotations

import base64
import hashlib
from typing import Final

from inflow.profiles.rules import folded

SUGGESTED: Final = 9


def searched(text: str) -> str:
    """What a text that somebody typed looks for; names are sometimes written with an @ before them."""
    return folded(text).lstrip("@")


def place_of(seed: int, member_id: str) -> str:
    """A place among all ids, which are random themselves: whoever stands behind it stands there by chance."""
    digest = hashlib.sha256(f"{seed} {member_id}".encode()).digest()
    return base64.b32encode(digest[:16]).decode().rstrip("=").lower()
