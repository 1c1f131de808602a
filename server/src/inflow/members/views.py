"""Users in the form that clients get."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from inflow.members.rules import UserId
from reflow import Row


class User(msgspec.Struct, rename="camel", kw_only=True):
    """A member. Only the member gets their own identity id, email, date of birth and time of the nook's change."""

    id: UserId = msgspec.field(name="_id")
    username: str
    full_name: str
    name: str
    image_url: str
    nook: str
    created_at: str
    clerk_id: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    date_of_birth: str | UnsetType = UNSET
    last_nook_change: str | UnsetType | None = UNSET


def public(row: Row) -> dict[str, Any]:
    """The fields that every signed-in member may see."""
    return {
        "id": row.id,
        "username": row.username,
        "full_name": row.full_name,
        "name": row.full_name,
        "image_url": row.image_url,
        "nook": row.nook,
        "created_at": iso(row.created_at),
    }


def private(row: Row) -> dict[str, Any]:
    """The fields that only the member may see."""
    change = row.last_nook_change
    return {
        "clerk_id": row.clerk_id,
        "email": row.email,
        "date_of_birth": row.date_of_birth.isoformat(),
        "last_nook_change": None if change is None else iso(change),
    }


def iso(moment: datetime) -> str:
    """An instant as ISO 8601 in UTC, to the millisecond, as browsers write it."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
