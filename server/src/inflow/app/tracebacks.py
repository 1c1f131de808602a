"""Limits how often the log repeats the traceback of the same failure."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inflow.app.outage import Event, exception_in, in_one_line

_MOST_PLACES = 1_000

Place = tuple[str, type[BaseException], str, int]
"""The event, the exception's type, and the file and line that raised it."""


@dataclass
class _Window:
    ends_at: float
    written: int = 0
    dropped: int = 0


class TracebackLimit:
    """A log processor. It drops tracebacks of the same event, exception type and place beyond a few in a minute.

    The line itself stays, with the exception's first line as `error`. The next traceback of the place says how many
    were dropped before it.

    Args:
        most: The tracebacks of one place in one window.
        seconds: The length of a window.
        now: Seconds on a clock that never goes back.
    """

    def __init__(self, most: int = 3, seconds: float = 60.0, now: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._now = now
        self._windows: dict[Place, _Window] = {}

    def __call__(self, _logger: Any, _method: str, event: Event) -> Event:
        """Pass the event on, perhaps without its traceback."""
        error = exception_in(event)
        if error is None:
            return event
        window, dropped_before = self._window_of(_place(str(event["event"]), error))
        if window.written < self._most:
            window.written += 1
            if dropped_before:
                event["tracebacks_dropped"] = dropped_before
        else:
            window.dropped += 1
            del event["exc_info"]
            event["error"] = in_one_line(error)
        return event

    def _window_of(self, place: Place) -> tuple[_Window, int]:
        """The place's window now, and how many tracebacks were dropped in a former one that just ended."""
        now, window = self._now(), self._windows.get(place)
        if window is not None and now < window.ends_at:
            return window, 0
        if len(self._windows) >= _MOST_PLACES:
            self._windows.clear()
        dropped = 0 if window is None else window.dropped
        window = self._windows[place] = _Window(now + self._seconds)
        return window, dropped


def _place(event: str, error: BaseException) -> Place:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return event, type(error), "", 0
    return event, type(error), traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
