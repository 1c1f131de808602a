"""NudeNet on this machine, in worker processes of its own."""

from __future__ import annotations

from collections.abc import Mapping

from inflow.media.worker.pool import WorkerLimits, WorkerPool
from inflow.screening.mapping import Model
from inflow.screening.worker_protocol import ClassifyJob, ClassifyResult

LIMITS = WorkerLimits(queue=32, seconds=25.0, images=2_000, threads=1)
"""The seconds are below the time-out of a content check, and enough on a busy machine."""


class NudeNet(WorkerPool[ClassifyJob, ClassifyResult]):
    """The classifier and its pool. ``async with`` opens and closes it; the first photograph starts a worker."""

    model: Model = "nudenet-320n"

    def __init__(self, limits: WorkerLimits = LIMITS) -> None:
        super().__init__("inflow.screening.worker_main", ClassifyResult, limits, prestart=False)

    async def classify(self, jpeg: bytes) -> Mapping[str, object]:
        """The model's confidence in each of its classes.

        Raises:
            AppError: ``busy``, or ``unprocessable`` where the worker was lost over it.
        """
        return (await self.run(ClassifyJob(jpeg))).scores
