"""How much of one's connections a profile carries."""

from __future__ import annotations

from typing import Final

MOST_ON_PROFILE: Final = 100
"""Of each direction, on one's own profile; `profiles:getSyncFlowConnections` has all of them."""
