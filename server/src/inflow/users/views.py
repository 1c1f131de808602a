"""Users and their progress in the form that the members themselves get."""

from __future__ import annotations

import msgspec

from inflow.members.rules import ProfileId
from inflow.members.views import User


class Me(User):
    """The member who is calling."""

    profile_id: ProfileId
    clerk_id: str
    email: str
    date_of_birth: str
    last_nook_change: str | None


class Progress(msgspec.Struct, rename="camel", kw_only=True):
    """The counts since the last choice of a nook."""

    photos_uploaded: int = 0
    grids_created: int = 0
    sync_flowed: int = 0


class AuraProgress(msgspec.Struct, rename="camel", kw_only=True):
    """The three counts and whether the badge was earned."""

    progress: Progress
    has_aura_creator_badge: bool
