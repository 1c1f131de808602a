"""The program of workers that classify photographs.

``python -m inflow.screening.worker_main MEMORY CPU_SECONDS NICENESS``
"""

from __future__ import annotations

from collections.abc import Callable

from inflow.media.worker.runtime import run_worker
from inflow.screening.worker_protocol import ClassifyJob, ClassifyResult


def main() -> None:
    """Classify photographs until the pipe is closed."""
    run_worker(ClassifyJob, _prepare)


def _prepare() -> Callable[[ClassifyJob], ClassifyResult]:
    from inflow.screening.detector import Detector  # noqa: PLC0415 - the limits must hold before a decoder is loaded

    detector = Detector()
    return lambda job: ClassifyResult(detector.scores(job.jpeg))


if __name__ == "__main__":
    main()
