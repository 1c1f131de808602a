"""What is said of calls that took too long: one line in the log, and a number."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from time import monotonic
from typing import Any

from reflow.live.nodes import exact_text
from reflow.metrics import NO_METRICS, Metrics

log = logging.getLogger(__name__)

_LOGGED_EVERY = 10.0  # seconds between log lines about one function


class DeadlineReports:
    """Reports of calls that reached their deadline.

    Args:
        metrics: Counts each of them.
    """

    def __init__(self, metrics: Metrics = NO_METRICS) -> None:
        self._metrics = metrics
        self._logged: dict[str, float] = {}

    def report(self, path: str, given: Mapping[str, Any], seconds: float, event: str) -> None:
        """Count a call, and log it with a hash of its arguments: at most one line for each function in ten seconds."""
        now = monotonic()
        self._metrics.deadline_reached(path)
        if now - self._logged.get(path, -_LOGGED_EVERY) >= _LOGGED_EVERY:
            self._logged[path] = now
            arguments = hashlib.sha256(exact_text(given).encode()).hexdigest()[:12]
            log.warning(event, extra={"function": path, "arguments": arguments, "seconds": round(seconds, 2)})
