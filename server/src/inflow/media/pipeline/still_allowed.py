"""A stored photograph may be one that its deployment would refuse by now. Asked before it is posted later."""

from __future__ import annotations

from pathlib import Path

from inflow.media.pipeline.hash_lists import Digests
from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.pipeline.uploads import ReceivedFile, require_not_banned
from inflow.media.rules import mirrored_fingerprint
from inflow.media.storage.quota import refuse_when_full
from inflow.media.storage.store import ORIGINAL
from inflow.media.tables import MEDIUM_BY_ID


async def require_still_allowed(pipeline: MediaPipeline, owner_id: str, media_id: str) -> None:
    """Refuse a photograph that is on the operator's hash lists now, or that moderators removed since its upload.

    A medium that no longer exists is not refused, because its post will be.

    Raises:
        AppError: ``content_refused``.
    """
    async with pipeline.database.connection() as connection:
        row = await connection.row(MEDIUM_BY_ID, {"id": media_id})
    if row is None:
        return
    digests = {"sha256": bytes.fromhex(row.sha256)}
    if set(pipeline.hash_lists.algorithms) - digests.keys():
        digests = await _digests(pipeline, media_id)
    fingerprints = [] if row.fingerprint is None else [row.fingerprint, mirrored_fingerprint(row.fingerprint)]
    await require_not_banned(pipeline, owner_id, ReceivedFile(Path(), row.byte_size, digests), fingerprints)


async def _digests(pipeline: MediaPipeline, media_id: str) -> dict[str, bytes]:
    digests = Digests(pipeline.hash_lists)
    with refuse_when_full():
        size = await pipeline.store.size(media_id, ORIGINAL)
        async for piece in pipeline.store.pieces(media_id, ORIGINAL, 0, size or 0):
            digests.update(piece)
    return digests.finish()
