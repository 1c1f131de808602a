"""What clients see of a profile."""

from __future__ import annotations

import msgspec

from inflow.users.rules import ProfileId, UserId
from inflow.users.views import User


class Profile(msgspec.Struct, rename="camel", kw_only=True):
    """A member as other members see them."""

    id: ProfileId = msgspec.field(name="_id")
    user_id: UserId
    username: str
    full_name: str
    image_url: str
    nook_type: str


class Me(User):
    """The member who is calling."""

    profile_id: ProfileId
    email: str
    date_of_birth: str
    last_nook_change: str | None
