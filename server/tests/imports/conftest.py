"""A server's jobs for imports, with real workers for photos."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.imports.bringing import Work
from tests.world import World

from inflow.media.pipeline.pipeline import MediaPipeline
from inflow.media.storage.quota import StorageQuota
from inflow.media.storage.store import MediaStore
from inflow.media.worker.image_workers import ImageWorkers
from inflow.media.worker.pool import WorkerLimits
from inflow.media.worker.worker_seconds import WorkerSeconds


@pytest.fixture(scope="session")
async def image_workers() -> AsyncIterator[ImageWorkers]:
    async with ImageWorkers(WorkerLimits(queue=8), seconds=WorkerSeconds(per_minute=1e9, per_hour=1e9)) as workers:
        yield workers


@pytest.fixture
def pipeline(world: World, image_workers: ImageWorkers, tmp_path: Path) -> MediaPipeline:
    folder = tmp_path / "uploads"
    folder.mkdir()
    store = MediaStore.at(None, tmp_path / "media")
    quota = StorageQuota(floor=0)
    return MediaPipeline(database=world.database, store=store, workers=image_workers, quota=quota, folder=folder)


@pytest.fixture
def work(world: World, pipeline: MediaPipeline) -> Work:
    return Work(pipeline, world.engine.dependencies)
