"""Flow requests in the form that clients get: in snake case, except for the picture."""

from __future__ import annotations

from typing import Literal

import msgspec

from inflow.flow_requests.rules import FlowRequestId, Status
from inflow.members.rules import ProfileId
from inflow.members.views import iso
from reflow import Row


class Party(msgspec.Struct, kw_only=True):
    """The sender or the receiver of a request."""

    profile_id: ProfileId
    username: str
    image_url: str = msgspec.field(name="imageUrl")


class FlowRequest(msgspec.Struct, kw_only=True):
    """A pending request to syncflow. All ids of members are the ids of their profiles."""

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
    """A request's new status. The engine keeps answers for a while, so this one names no member: they may leave."""

    id: FlowRequestId
    status: Status


class Circle(msgspec.Struct, kw_only=True):
    """A circle of pending requests, newest first.

    Attributes:
        requests: At most a dozen.
        total: How many are pending in all.
        next_cursor: The `cursor` of the next circle; null on the last. For the circle before, use the cursor that this
            circle was requested with, and null for the first.
    """

    requests: list[FlowRequest]
    total: int
    next_cursor: FlowRequestId | None


class Standing(msgspec.Struct, kw_only=True):
    """The state between the calling member and another one, for the Syncflow button.

    Attributes:
        synced: They are in flow.
        outgoing: The caller's own pending request.
        incoming: The other member's pending request.
    """

    synced: bool
    outgoing: FlowRequestId | None
    incoming: FlowRequestId | None


class ProfileStanding(Standing, kw_only=True):
    """The same with the profile of the other member."""

    profile_id: ProfileId


def request_view(row: Row) -> FlowRequest:
    """A row of a request and both its members, as a view for either of them."""
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
