"""What clients see of those they blocked."""

from __future__ import annotations

import msgspec

from inflow.members.rules import ProfileId
from reflow.postgres.database import Row


class BlockedUser(msgspec.Struct, rename="camel", kw_only=True):
    """A member whom the caller blocked: enough to tell who it is, and to unblock."""

    id: ProfileId = msgspec.field(name="_id")
    username: str
    full_name: str
    image_url: str


def blocked_view(row: Row) -> BlockedUser:
    """A row of a blocked member's profile as the one who blocked them sees it."""
    return BlockedUser(id=row.id, username=row.username, full_name=row.full_name, image_url=row.image_url)
