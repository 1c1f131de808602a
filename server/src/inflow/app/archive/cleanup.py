"""The hourly cleanup of exports and imports: those whose time is over, and segments that belong to none."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from inflow.exports.erasure import delete_expired, existing_among
from inflow.imports.erasure import delete_old_imports, end_waiting, unfinished_among
from inflow.media.storage.store import MediaStore
from reflow import Database
from reflow.contrib.jobs import defer

_ORPHAN_AFTER: Final = timedelta(hours=1)
"""A job stores a segment and records it within minutes, or never."""


async def clean_up_imports(database: Database, store: MediaStore, now: datetime) -> None:
    """Delete old imports, end those that wait for too long, and delete archives that no import needs any more."""
    async with database.transaction() as connection:
        for import_id in [*await delete_old_imports(connection, now), *await end_waiting(connection, now)]:
            await defer(connection, "remove_import", {"import_id": import_id})
    newest = await store.imports_with_segments()
    old = [import_id for import_id, at in newest.items() if now - at >= _ORPHAN_AFTER]
    needed = await unfinished_among(database, old)
    for import_id in old:
        if import_id not in needed:
            await store.remove_import_segments(import_id)


async def clean_up_exports(database: Database, store: MediaStore, now: datetime) -> None:
    """Delete expired exports with their segments, and segments whose export is gone."""
    async with database.transaction() as connection:
        for export_id in await delete_expired(connection, now):
            await defer(connection, "remove_export", {"export_id": export_id})
    newest = await store.exports_with_segments()
    old = [export_id for export_id, at in newest.items() if now - at >= _ORPHAN_AFTER]
    known = await existing_among(database, old)
    for export_id in old:
        if export_id not in known:
            await store.remove_segments(export_id)
