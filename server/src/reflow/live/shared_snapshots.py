"""Snapshots that several connections share. PostgreSQL writes a file for each, so a full disk permits none."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from reflow.changes.source import CannotExport

if TYPE_CHECKING:
    from reflow.changes import SnapshotBatch


_LONGEST_EXPORT = 5.0  # seconds


class SnapshotFailed(Exception):
    """A statement failed in the database, which aborts the cycle's snapshot. The cycle must begin again."""


async def shared(cut: SnapshotBatch) -> str | None:
    """The name of the cut's snapshot for other connections; None while its server has no room for its file.

    Raises:
        SnapshotFailed: It has none since this moment.
    """
    if not cut.database.shares_snapshots:
        return None
    try:
        async with asyncio.timeout(_LONGEST_EXPORT):
            return await cut.export()
    except TimeoutError as error:
        raise SnapshotFailed("a snapshot was not shared in time") from error
    except CannotExport as error:
        cut.database.rest_from_sharing()
        raise SnapshotFailed("no room for a shared snapshot") from error
