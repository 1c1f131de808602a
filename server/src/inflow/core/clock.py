"""The clock as a parameter: tests set it by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""The time now, in UTC."""


def utc_now() -> datetime:
    """The machine's time."""
    return datetime.now(UTC)
