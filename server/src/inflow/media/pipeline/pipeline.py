"""The media pipeline: what receiving, moderating, storing and cutting photographs need from the application."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from inflow.media.pipeline.moderation import ContentModerator, allow_all
from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from inflow.media.storage.quota import StorageQuota
from inflow.media.storage.references import MediaReferences
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from reflow.postgres.database import Connection, Database

Schedule = Callable[[Connection, str], Awaitable[None]]
"""Writes a job about a medium, in the transaction that makes it necessary."""

Admit = Callable[[Connection, str], Awaitable[None]]
"""Raises where this owner may store nothing (any more), in the serializable transaction that stores."""


async def admit_all(_connection: Connection, _owner_id: str) -> None:
    """For a deployment whose owners are never deleted."""


async def schedule_nothing(_connection: Connection, _media_id: str, _names: object = None) -> None:
    """For where nobody works on jobs."""


ScheduleDiscard = Callable[[Connection, str, list[str]], Awaitable[None]]
"""Writes the job that removes some of a medium's renditions."""


@dataclass(frozen=True, kw_only=True)
class MediaPipeline:
    """What preparing photographs needs.

    Attributes:
        schedule: Has a medium finished, once it is stored.
        schedule_removal: Has a medium's bytes removed, once it is none any more.
        schedule_discard: Has renditions removed that a newer cut replaced.
        uses: Who holds on to media.
        room: What may be stored.
        pace: How often a member may upload; ``cut_rate`` is how often they may cut, and
            ``look_rate`` how often they may have a filter or an adjustment checked.
        folder: Where bodies lie while they are being read and prepared.
    """

    database: Database
    store: MediaStore
    workers: ImageWorkers
    moderator: ContentModerator = allow_all
    schedule: Schedule = schedule_nothing
    admit: Admit = admit_all
    schedule_removal: Schedule = schedule_nothing
    schedule_discard: ScheduleDiscard = schedule_nothing
    references: MediaReferences = field(default_factory=MediaReferences)
    quota: StorageQuota = field(default_factory=StorageQuota)
    upload_rate: UploadRateLimit = field(default_factory=UploadRateLimit)
    cut_rate: UploadRateLimit = field(default_factory=lambda: UploadRateLimit(per_minute=12, per_hour=120))
    look_rate: UploadRateLimit = field(default_factory=lambda: UploadRateLimit(per_minute=60, per_hour=600))
    folder: Path = field(default_factory=lambda: Path(tempfile.gettempdir()))
