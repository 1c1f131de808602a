"""What clients see of the way to the badge, and of a member with or without it."""

from __future__ import annotations

import msgspec

from inflow.profiles.views import Profile
from reflow.postgres.database import Row


class Progress(msgspec.Struct, rename="camel", kw_only=True):
    """What counts, since the last choice of a nook."""

    photos_uploaded: int = 0
    grids_created: int = 0
    sync_flowed: int = 0


class AuraProgress(msgspec.Struct, rename="camel", kw_only=True):
    """The three counts and whether the badge was earned."""

    progress: Progress
    has_aura_creator_badge: bool


def profile_view(row: Row) -> Profile:
    """A row of `selects.PROFILES` as other members see it."""
    return Profile(
        id=row.id,
        user_id=row.user_id,
        username=row.username,
        full_name=row.full_name,
        image_url=row.image_url,
        nook_type=row.nook,
        quote=row.quote,
        is_curator=row.is_curator,
    )
