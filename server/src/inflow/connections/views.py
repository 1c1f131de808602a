"""What clients see of a connection."""

from __future__ import annotations

import msgspec

from inflow.members.rules import ProfileId
from inflow.members.views import iso
from reflow.postgres.database import Row


class SyncFlowConnection(msgspec.Struct, rename="camel", kw_only=True):
    """A member with whom somebody is in flow, and since when."""

    id: ProfileId = msgspec.field(name="_id")
    username: str
    full_name: str
    image_url: str
    created_at: str


def connection_view(row: Row) -> SyncFlowConnection:
    """A row of a connection and the profile at its other end."""
    return SyncFlowConnection(
        id=row.id,
        username=row.username,
        full_name=row.full_name,
        image_url=row.image_url,
        created_at=iso(row.created_at),
    )
