"""Deletes resumable uploads that were not finished in time, and what a killed process left of others."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import bindparam

from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.resumable_uploads import KEPT_FOR
from inflow.media.tables import uploads
from reflow import statement

DELETE_EXPIRED_UPLOADS = statement(
    sa.delete(uploads).where(uploads.c.created_at <= bindparam("before")).returning(uploads.c.id)
)

UPLOADS_AMONG = statement(
    sa.select(uploads.c.id).where(uploads.c.id == sa.any_(bindparam("ids"))),
    whole_table="A sweep every hour; no query watches it.",
)


async def remove_expired_uploads(pipeline: MediaPipeline, now: datetime) -> None:
    """Delete the uploads that were created 24 hours ago, and parts of that age that have no row."""
    before = now - KEPT_FOR
    async with pipeline.database.transaction() as connection:
        expired = [row.id for row in await connection.rows(DELETE_EXPIRED_UPLOADS, {"before": before})]
    for upload_id in expired:
        await pipeline.store.remove_parts(upload_id)
    old = [each for each, newest in (await pipeline.store.uploads_with_parts()).items() if newest <= before]
    async with pipeline.database.connection() as connection:
        known = {row.id for row in await connection.rows(UPLOADS_AMONG, {"ids": old})}
    for upload_id in old:
        if upload_id not in known:
            await pipeline.store.remove_parts(upload_id)
