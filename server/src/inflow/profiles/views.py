"""What clients see of a profile."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from inflow.members.rules import ProfileId, UserId
from inflow.members.views import User


class Profile(msgspec.Struct, rename="camel", kw_only=True):
    """A member as other members see them; what follows `is_curator` is there for the member's own eyes only.

    `outgoing_sync_flows` are the newest connections that they asked for, `incoming_sync_flows` those that they were
    asked for: profiles of both are in flow with them.
    """

    id: ProfileId = msgspec.field(name="_id")
    user_id: UserId
    username: str
    full_name: str
    image_url: str
    nook_type: str
    quote: str
    is_curator: bool
    notification_count: int | UnsetType = UNSET
    last_check: str | UnsetType | None = UNSET
    outgoing_sync_flows: list[ProfileId] | UnsetType = UNSET
    incoming_sync_flows: list[ProfileId] | UnsetType = UNSET
    allow_syncflow: bool | UnsetType = UNSET


class Me(User):
    """The member who is calling."""

    profile_id: ProfileId
    clerk_id: str
    email: str
    date_of_birth: str
    last_nook_change: str | None
