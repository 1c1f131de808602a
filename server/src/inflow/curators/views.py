"""What clients see of the way to the badge, and of a member with or without it."""

from __future__ import annotations

import msgspec


class Progress(msgspec.Struct, rename="camel", kw_only=True):
    """What counts, since the last choice of a nook."""

    photos_uploaded: int = 0
    grids_created: int = 0
    sync_flowed: int = 0


class AuraProgress(msgspec.Struct, rename="camel", kw_only=True):
    """The three counts and whether the badge was earned."""

    progress: Progress
    has_aura_creator_badge: bool
