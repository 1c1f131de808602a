"""Views of the calling member."""

from __future__ import annotations

from inflow.members.rules import ProfileId
from inflow.members.views import User


class Me(User):
    """The member who is calling."""

    profile_id: ProfileId
    clerk_id: str
    email: str
    date_of_birth: str
    last_nook_change: str | None
