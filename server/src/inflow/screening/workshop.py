"""A worker process that looks at photographs: ``python -m inflow.screening.workshop MEMORY CPU_SECONDS NICENESS``."""

from __future__ import annotations

from collections.abc import Callable

from inflow.media.workbench import work
from inflow.screening.seen import Look, Seen


def main() -> None:
    """Look at photographs until the pipe is closed."""
    work(Look, _prepare)


def _prepare() -> Callable[[Look], Seen]:
    from inflow.screening.detector import Detector  # noqa: PLC0415 - the limits must hold before a decoder is loaded

    detector = Detector()
    return lambda order: Seen(detector.scores(order.jpeg))


if __name__ == "__main__":
    main()
