"""The media pipeline: what receiving, moderating, storing and cutting photographs need from the application."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from inflow.core.encryption import Secret
from inflow.core.segment_cipher import SegmentCipher
from inflow.media.pipeline.appends import Appends
from inflow.media.pipeline.hash_lists import NO_LISTS, HashLists
from inflow.media.pipeline.moderation import ContentModerator, allow_all
from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from inflow.media.storage.quota import StorageQuota
from inflow.media.storage.references import MediaReferences
from inflow.media.storage.shared_caches import SharedCaches
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from reflow import Connection, Database

Schedule = Callable[[Connection, str], Awaitable[None]]
"""Writes a job about a medium, or about its owner, in the transaction that makes it necessary."""

Admit = Callable[[Connection, str], Awaitable[None]]
"""Raises, in the serializable transaction that stores, if this owner may not store, or no longer."""


Removed = Callable[[Connection, list[str]], Awaitable[bool]]
"""Whether a photograph with one of these fingerprints was removed by moderators, and may not come back."""


Allowed = Callable[[Connection, str, str], Awaitable[bool]]
"""Whether a moderator allowed this owner the file with this SHA-256, although the content check refuses it."""


async def nothing_removed(_connection: Connection, _fingerprints: list[str]) -> bool:
    """The default: no photograph was removed."""
    return False


async def nothing_allowed(_connection: Connection, _owner_id: str, _sha256: str) -> bool:
    """The default: the content check decides alone."""
    return False


async def admit_all(_connection: Connection, _owner_id: str) -> None:
    """The default: all owners may store."""


async def schedule_nothing(_connection: Connection, _media_id: str, _names: object = None) -> None:
    """The default: schedules no job."""


ScheduleFiles = Callable[[Connection, str, list[str]], Awaitable[None]]
"""Writes a job about some of a medium's files."""


def import_cipher(secret: Secret) -> SegmentCipher:
    """Encrypts the archives that members bring along."""
    return SegmentCipher(secret, "segments of imports")


@dataclass(frozen=True, kw_only=True)
class MediaPipeline:
    """The dependencies of receiving, moderating, storing and cutting photographs.

    Attributes:
        schedule: Schedules the job that finishes a stored medium.
        schedule_removal: Schedules the job that deletes a medium's files.
        schedule_discard: Schedules the job that deletes renditions of a former cut.
        schedule_purge: Schedules the job that has the operator's caches forget deleted files.
        schedule_refusal_count: Schedules the job that counts an owner's refused uploads.
        is_removed: Recognises removed photographs, which are refused.
        is_allowed: Knows the files that a moderator allowed.
        hash_lists: The operator's lists of files and photographs that are refused.
        caches: The operator's caches of fotos.
        references: The features that refer to media.
        posted: The features that show media whose cut their author may change later.
        awaiting_copy: The features that are about to copy what a medium shows now.
        quota: Limits stored bytes.
        appends: The requests of this process that append to resumable uploads.
        upload_rate: Rate limit of uploads; ``resumable_rate`` limits how many are begun in parts,
            ``archive_rate`` how many archives, ``cut_rate`` limits cuts, ``look_rate`` checks of filters and
            adjustments.
        import_segments: Encrypts the archives that members bring along, as long as the store has them.
        folder: For temporary files.
    """

    database: Database
    store: MediaStore
    workers: ImageWorkers
    moderator: ContentModerator = allow_all
    schedule: Schedule = schedule_nothing
    admit: Admit = admit_all
    is_removed: Removed = nothing_removed
    is_allowed: Allowed = nothing_allowed
    hash_lists: HashLists = NO_LISTS
    schedule_removal: Schedule = schedule_nothing
    schedule_discard: ScheduleFiles = schedule_nothing
    schedule_purge: ScheduleFiles = schedule_nothing
    schedule_refusal_count: Schedule = schedule_nothing
    caches: SharedCaches = field(default_factory=SharedCaches)
    references: MediaReferences = field(default_factory=MediaReferences)
    posted: MediaReferences = field(default_factory=MediaReferences)
    awaiting_copy: MediaReferences = field(default_factory=MediaReferences)
    quota: StorageQuota = field(default_factory=StorageQuota)
    appends: Appends = field(default_factory=Appends)
    upload_rate: UploadRateLimit = field(default_factory=lambda: UploadRateLimit(at_once=2))
    resumable_rate: UploadRateLimit = field(default_factory=lambda: UploadRateLimit(per_minute=24, per_hour=240))
    archive_rate: UploadRateLimit = field(default_factory=lambda: UploadRateLimit(per_minute=6, at_once=2))
    cut_rate: UploadRateLimit = field(default_factory=lambda: UploadRateLimit(per_minute=24, per_hour=240))
    look_rate: UploadRateLimit = field(default_factory=lambda: UploadRateLimit(per_minute=60, per_hour=600))
    import_segments: SegmentCipher = field(default_factory=lambda: import_cipher(Secret(secrets.token_bytes(32))))
    folder: Path = field(default_factory=lambda: Path(tempfile.gettempdir()))
