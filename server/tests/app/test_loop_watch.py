"""Code that keeps a process busy is named in its log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from structlog.testing import capture_logs

from inflow.app.loop_watch import watched

_MOST = 100_000_000  # steps, several seconds


def _compute_until(is_over: Callable[[], bool]) -> None:
    """Never lets the event loop go on."""
    for _ in range(_MOST):
        if is_over():
            return


async def test_code_that_never_waits_is_named_while_it_still_runs() -> None:
    with capture_logs() as lines:
        async with watched(silent_after=0.2):
            await asyncio.sleep(0)
            _compute_until(lambda: bool(lines))

    (line,) = lines
    assert line["event"] == "the process does nothing else"
    assert line["seconds"] >= 0.2
    assert any("_compute_until" in place for place in line["at"])
