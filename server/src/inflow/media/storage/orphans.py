"""Files without rows: left when a process or a machine died between the two, or newer than a restored database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.storage.store import MediaStore
from inflow.media.tables import media
from reflow import Database, statement

ORPHAN_AFTER: Final = timedelta(days=7)
"""The age at which the cleanup deletes files without a row: time to notice that the wrong database was restored."""
_UPLOADING: Final = timedelta(hours=1)  # an upload stores the files before the row

MEDIA_AMONG = statement(
    sa.select(media.c.id).where(media.c.id == sa.any_(bindparam("ids"))),
    whole_table="A sweep once a day; no query watches it.",
)


async def orphans_in(
    database: Database, store: MediaStore, now: datetime, *, age: timedelta = _UPLOADING
) -> AsyncIterator[str]:
    """The ids of media that have files and no row.

    Args:
        age: Their newest file is at least this old.
    """
    for prefix in await store.prefixes():
        newest = defaultdict[str, list[datetime]](list)
        for (media_id, _), about in (await store.objects(prefix)).items():
            newest[media_id].append(about.changed_at)
        old = [media_id for media_id, times in newest.items() if now - max(times) >= age]
        async with database.connection() as connection:
            known = {row.id for row in await connection.rows(MEDIA_AMONG, {"ids": old})}
        for media_id in old:
            if media_id not in known:
                yield media_id


async def remove_orphans(database: Database, store: MediaStore, now: datetime) -> int:
    """Delete the files of media that have had no row for a week. Returns of how many."""
    found = [each async for each in orphans_in(database, store, now, age=ORPHAN_AFTER)]
    for media_id in found:
        await store.remove(media_id)
    return len(found)
