"""The program of workers that make renditions: ``python -m inflow.media.worker.main MEMORY CPU_SECONDS NICENESS``."""

from __future__ import annotations

from collections.abc import Callable

from inflow.media.worker.protocol import Job, JobResult, source_path
from inflow.media.worker.runtime import run_worker
from reflow import AppError


def main() -> None:
    """Run jobs until the pipe is closed."""
    run_worker(Job, _prepare)


def _prepare() -> Callable[[Job], JobResult]:
    from inflow.media.images import photograph  # noqa: PLC0415 - the limits must hold before a decoder is loaded

    photograph.block_other_loaders()
    return _run_job


def _run_job(job: Job) -> JobResult:
    from inflow.media.images import renditions  # noqa: PLC0415 - loaded by _prepare, after the limits

    original = job.file.read_bytes()
    try:
        if job.verb == "prepare":
            made = renditions.prepare(original, source_path(job.file), in_background=job.in_background)
            return JobResult(prepared=made, takes_long=made is None)
        if job.verb == "draw":
            return JobResult(drawn=renditions.draw(original, job.look))
        if job.verb == "full":
            return JobResult(full=renditions.full_size_of(original, job.cut, job.look))
        if job.verb == "cut" and job.cut is not None:
            return JobResult(cut_out=renditions.cut_out(original, job.cut))
        return JobResult(renditions=renditions.remaining_renditions(original, job.cut))
    except AppError as refusal:
        return JobResult(refusal=(refusal.code, str(refusal)))


if __name__ == "__main__":
    main()
