"""Profiles in the form that clients get."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from inflow.members.rules import ProfileId, UserId
from inflow.members.views import iso
from reflow import Row


class Profile(msgspec.Struct, rename="camel", kw_only=True):
    """A member as other members see them; only the member gets the fields after `is_curator`.

    `outgoing_sync_flows` are the newest connections for which the member sent the request, `incoming_sync_flows` those
    for which the other member did. Both list ids of profiles.
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


class ProfileCounts(msgspec.Struct, rename="camel", kw_only=True):
    """How many fotos, grids and flows of a member the caller sees."""

    fotos: int
    grids: int
    flows: int


class SyncFlowConnection(msgspec.Struct, rename="camel", kw_only=True):
    """A member in flow with another one, and since when."""

    id: ProfileId = msgspec.field(name="_id")
    username: str
    full_name: str
    image_url: str
    created_at: str


class BlockedUser(msgspec.Struct, rename="camel", kw_only=True):
    """A member whom the caller blocked or muted: enough data to recognise them."""

    id: ProfileId = msgspec.field(name="_id")
    username: str
    full_name: str
    image_url: str


def profile_view(row: Row) -> Profile:
    """A row of `selects.PROFILES` as a view for other members."""
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


def connection_view(row: Row) -> SyncFlowConnection:
    """A row of a connection with the other member's profile, as a view."""
    return SyncFlowConnection(
        id=row.id,
        username=row.username,
        full_name=row.full_name,
        image_url=row.image_url,
        created_at=iso(row.created_at),
    )


def blocked_view(row: Row) -> BlockedUser:
    """A row of a blocked or muted member's profile, for the member who did so."""
    return BlockedUser(id=row.id, username=row.username, full_name=row.full_name, image_url=row.image_url)
