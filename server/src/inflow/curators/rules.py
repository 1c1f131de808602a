"""The counts that earn the badge."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal

Matrix = Literal["photos", "grids", "syncs"]

PHOTOS_TARGET: Final = 120
GRIDS_TARGET: Final = 30
SYNCS_TARGET: Final = 250

EXPERIENCE: Final = timedelta(days=180)
"""How long a member must have been a curator to shape nooks."""
NOT_ON_THE_EDGE: Final = "Edge shapers are curators with 180+ days of experience"
