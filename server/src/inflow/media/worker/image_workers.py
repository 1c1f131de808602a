"""The pools of workers that make renditions.

Members wait for the foreground pool. The background pool makes the renditions that no member waits for, and decodes the
images that would block the foreground for too long.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

import msgspec

from inflow.media.images.crops import Cut
from inflow.media.images.looks import Look
from inflow.media.worker.pool import OutOfProcessorTimeError, WorkerLimits, WorkerLostError, WorkerPool
from inflow.media.worker.protocol import CutImage, FullSizeImage, Job, JobResult, PreparedImage, Rendition
from inflow.media.worker.worker_seconds import WorkerSeconds
from reflow import AppError

_MAIN_MODULE: Final = "inflow.media.worker.main"
_FOREGROUND: Final = WorkerLimits(cpu_seconds=3)
"""Three times the limit of quick images in the rules. Jobs that exceed it are run again in the background."""
_BACKGROUND: Final = WorkerLimits(queue=32, seconds=60, threads=1, niceness=10)
"""The seconds allow for a busy machine, where a process of low priority waits long."""


class ImageWorkers(WorkerPool[Job, JobResult]):
    """The foreground pool, with the background pool behind it. ``async with`` starts and stops both.

    Args:
        limits: Of the foreground; by default 3 seconds of processor time per image.
        background: Of the background.
        seconds: Counts each member's worker seconds in both pools.
    """

    def __init__(
        self,
        limits: WorkerLimits = _FOREGROUND,
        *,
        background: WorkerLimits = _BACKGROUND,
        seconds: WorkerSeconds | None = None,
    ) -> None:
        super().__init__(_MAIN_MODULE, JobResult, limits, seconds=seconds)
        self.background = WorkerPool[Job, JobResult](
            _MAIN_MODULE, JobResult, background, prestart=False, seconds=self.seconds
        )

    async def __aenter__(self) -> Self:
        await self.background.__aenter__()
        return await super().__aenter__()

    async def __aexit__(self, *exception: object) -> None:
        await super().__aexit__(*exception)
        await self.background.__aexit__(*exception)

    async def prepare(self, original: Path, member: str = "") -> PreparedImage:
        """Make the display rendition of the photograph in this file, and beside it its source where it needs one.

        Raises:
            AppError: ``invalid`` where it is no acceptable photograph, ``busy``, ``unprocessable``.
        """
        prepared = (await self._run_in_foreground(Job.of("prepare", original), member)).prepared
        if prepared is None:
            raise WorkerLostError("A worker sent another result")
        return prepared

    async def cut(self, source: Path, cut: Cut, member: str = "") -> CutImage:
        """Cut the photograph in this file.

        Raises:
            AppError: As :meth:`prepare`; ``invalid`` also where the crop is too small.
        """
        made = (await self._run_in_foreground(Job.of("cut", source, cut), member)).cut_out
        if made is None:
            raise WorkerLostError("A worker sent another result")
        return made

    async def draw(self, display: Path, look: Look, member: str = "") -> bytes:
        """The display rendition in this file as a browser draws it with this look, as a JPEG.

        Raises:
            AppError: As :meth:`prepare`.
        """
        made = (await self._run_in_foreground(Job.of("draw", display, look=look), member)).drawn
        if made is None:
            raise WorkerLostError("A worker sent another result")
        return made

    async def finish(self, source: Path, cut: Cut | None = None, member: str = "") -> list[Rendition]:
        """Make the renditions that an upload or a cut did not wait for.

        Raises:
            AppError: As :meth:`prepare`.
        """
        result = await self.background.run(Job.of("finish", source, cut, in_background=True), member)
        renditions = _require_success(result).renditions
        if renditions is None:
            raise WorkerLostError("A worker sent another result")
        return renditions

    async def full_size(self, source: Path, cut: Cut | None, look: Look, member: str = "") -> FullSizeImage:
        """Make the rendition with all pixels of the photograph in this file, or of its cut.

        Raises:
            AppError: As :meth:`prepare`; ``invalid`` also where the widest ordinary rendition has all pixels.
        """
        job = Job.of("full", source, cut, in_background=True, look=look)
        made = _require_success(await self.background.run(job, member)).full
        if made is None:
            raise WorkerLostError("A worker sent another result")
        return made

    async def _run_in_foreground(self, job: Job, member: str) -> JobResult:
        try:
            result = await self.run(job, member)
        except AppError as lost:
            if not isinstance(lost.__cause__, OutOfProcessorTimeError):
                raise
            result = JobResult(takes_long=True)
        if result.takes_long:
            result = await self.background.run(_for_background(job), member)
        return _require_success(result)


def _for_background(job: Job) -> Job:
    return msgspec.structs.replace(job, in_background=True)


def _require_success(result: JobResult) -> JobResult:
    if result.refusal is not None:
        raise AppError(*result.refusal)
    return result
