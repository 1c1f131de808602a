"""What clients see of flow requests. They speak snake case, but for the picture."""

from __future__ import annotations

from typing import Literal

import msgspec

from inflow.flow_requests.rules import FlowRequestId, Status
from inflow.members.rules import ProfileId
from inflow.members.views import iso
from reflow.postgres.database import Row


class Party(msgspec.Struct, kw_only=True):
    """One of the two members."""

    profile_id: ProfileId
    username: str
    image_url: str = msgspec.field(name="imageUrl")


class FlowRequest(msgspec.Struct, kw_only=True):
    """One member asks another to syncflow, and waits for an answer. All ids of members are those of their profiles."""

    id: FlowRequestId
    status: Literal["pending"]
    sender: Party
    receiver: Party
    profile1_id: ProfileId
    profile2_id: ProfileId
    sender_id: ProfileId
    receiver_id: ProfileId
    created_at: str


class Moved(msgspec.Struct, kw_only=True):
    """What became of a request. Answers are kept for a while, so this one names nobody: they may leave."""

    id: FlowRequestId
    status: Status


class Circle(msgspec.Struct, kw_only=True):
    """Pending requests as they stand around a circle, newest first.

    Attributes:
        requests: At most a dozen.
        total: How many are pending in all.
        next_cursor: The `cursor` of the circle behind this one; null on the last. The way back is the cursor that this
            circle was asked with, and null for the first.
    """

    requests: list[FlowRequest]
    total: int
    next_cursor: FlowRequestId | None


class Standing(msgspec.Struct, kw_only=True):
    """How the calling member stands to another: what the Syncflow button shows.

    Attributes:
        synced: They are in flow.
        outgoing: The caller's own pending request.
        incoming: The other one's.
    """

    synced: bool
    outgoing: FlowRequestId | None
    incoming: FlowRequestId | None


def request_view(row: Row) -> FlowRequest:
    """A row of a request and both its members as either of them sees it."""
    return FlowRequest(
        id=row.id,
        status=row.status,
        sender=Party(profile_id=row.sender_profile, username=row.sender_name, image_url=row.sender_image),
        receiver=Party(profile_id=row.receiver_profile, username=row.receiver_name, image_url=row.receiver_image),
        profile1_id=row.sender_profile,
        profile2_id=row.receiver_profile,
        sender_id=row.sender_profile,
        receiver_id=row.receiver_profile,
        created_at=iso(row.created_at),
    )
