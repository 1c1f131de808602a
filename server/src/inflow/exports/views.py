"""Exports in the form that clients get."""

from __future__ import annotations

import msgspec

from inflow.exports.rules import ExportId, ExportState
from inflow.members.views import iso
from reflow import Row


class Export(msgspec.Struct, rename="camel", kw_only=True):
    """The archive of the caller's data: how many of its files are done, and, once it is ready, its size in bytes and
    until when it can be downloaded. `madeAt` is the time of which it shows the data.
    """

    id: ExportId = msgspec.field(name="_id")
    state: ExportState
    done: int
    total: int
    byte_size: int
    created_at: str
    made_at: str | None
    expires_at: str | None


def export_view(row: Row) -> Export:
    """A row of an export as a view."""
    return Export(
        id=row.id,
        state=row.state,
        done=row.done,
        total=row.total,
        byte_size=row.byte_size,
        created_at=iso(row.created_at),
        made_at=None if row.made_at is None else iso(row.made_at),
        expires_at=None if row.expires_at is None else iso(row.expires_at),
    )
