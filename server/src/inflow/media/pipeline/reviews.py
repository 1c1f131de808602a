"""Photographs that the content check refused, sent again by their owner so that a moderator looks at them."""

from __future__ import annotations

from dataclasses import dataclass

from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import ReceivedFile, require_not_banned
from inflow.media.rules import LISTED_KIND, NOT_REFUSED, REMOVED_KIND
from inflow.media.tables import REFUSAL_OF_FILE
from reflow import AppError


@dataclass(frozen=True)
class RefusedPhoto:
    """A photograph that the content check refused.

    Attributes:
        sha256: Of the uploaded file, in hexadecimal digits.
        kind: Why it was refused.
        jpeg: What would be served.
    """

    sha256: str
    kind: str
    jpeg: bytes


async def refused_photo(pipeline: MediaPipeline, owner_id: str, upload: ReceivedFile) -> RefusedPhoto:
    """Prepare a photograph for a moderator. The content check must have refused it to this owner, in the time for which
    refusals are kept.

    Raises:
        AppError: ``not_found``, it was not refused; ``content_refused``, it is on a hash list or was removed;
            ``pool_busy``, ``unprocessable``.
    """
    async with pipeline.database.connection() as connection:
        refusal = await connection.row(REFUSAL_OF_FILE, {"owner_id": owner_id, "sha256": upload.sha256})
    if refusal is None or refusal.kind in (LISTED_KIND, REMOVED_KIND):
        raise AppError("not_found", NOT_REFUSED)
    prepared = await pipeline.workers.prepare(upload.file, owner_id)
    await require_not_banned(pipeline, owner_id, upload, prepared.fingerprints)
    return RefusedPhoto(upload.sha256, refusal.kind, prepared.display.content)
