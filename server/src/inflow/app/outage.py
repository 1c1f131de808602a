"""One line in the log when the database goes away, and one when it is back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, MutableMapping
from types import TracebackType
from typing import Any, Protocol

import asyncpg
import psycopg
import structlog

from reflow.changes.source import CutLost

log = structlog.get_logger(__name__)

LOST = "the database cannot be reached"
BACK = "the database is back"
_SHORT = 5.0  # seconds after which a loss is over that did not interrupt the log: one connection was closed
_POOL = "psycopg.pool"
_MOST_LETTERS = 300
_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InternalClientError,
    CutLost,
)

Event = MutableMapping[str, Any]


class Follower(Protocol):
    """Knows whether the database's log arrives."""

    @property
    def healthy(self) -> bool:
        """Whether it does."""


class DatabaseOutage:
    """A log processor. Until the database is back, it drops each further event that the same outage caused.

    A failure with an incident number stays, because a member may report that number.

    Args:
        now: Seconds on a clock that never goes back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._engine: Follower | None = None
        self._since: float | None = None
        self._was_interrupted = False
        self._dropped = 0

    def follow(self, engine: Follower) -> None:
        """Take the end of outages from this engine."""
        self._engine = engine

    def __call__(self, _logger: Any, _method: str, event: Event) -> Event:
        """Pass the event on, change it or drop it."""
        self._end_if_over()
        reason = _loss_in(event)
        if reason is None or "incident" in event:
            return event
        if self._since is not None:
            self._dropped += 1
            raise structlog.DropEvent
        self._since, self._was_interrupted, self._dropped = self._now(), False, 0
        event.pop("exc_info", None)
        event.update(event=LOST, noticed_by=_first_line(event["event"]), error=reason)
        return event

    def _end_if_over(self) -> None:
        if self._since is None:
            return
        is_followed = self._engine is None or self._engine.healthy
        self._was_interrupted |= not is_followed
        seconds = self._now() - self._since
        if is_followed and (self._was_interrupted or seconds > _SHORT):
            self._since = None
            log.info(BACK, seconds=round(seconds, 1), lines_dropped=self._dropped)


OUTAGE = DatabaseOutage()
"""Of this process."""


def exception_in(event: Event) -> BaseException | None:
    """The exception whose traceback the event would show."""
    error = event.get("exc_info")
    return error if isinstance(error, BaseException) else None


def in_one_line(error: BaseException) -> str:
    """The exception's type and the first line of its message."""
    return f"{type(error).__name__}: {_first_line(error)}"[:_MOST_LETTERS]


def _first_line(text: object) -> str:
    first, *_ = str(text).splitlines() or [""]
    return first


def _loss_in(event: Event) -> str | None:
    """The sign in this event that the database was lost."""
    record = event.get("_record")
    reason = getattr(record, "reason", None)
    for each in _causes(exception_in(event) or (reason if isinstance(reason, BaseException) else None)):
        if is_loss(each):
            return in_one_line(each)
    return str(event["event"]) if record is not None and record.name == _POOL else None


def _causes(error: BaseException | None, seen: frozenset[int] = frozenset()) -> Iterator[BaseException]:
    if error is None or id(error) in seen:
        return
    yield error
    seen |= {id(error)}
    for each in getattr(error, "exceptions", ()):
        yield from _causes(each, seen)
    yield from _causes(error.__cause__ or error.__context__, seen)


def is_loss(error: BaseException) -> bool:
    """Whether this error is a sign that the database cannot be reached."""
    match error:
        case psycopg.OperationalError():
            return error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))
        case asyncpg.InterfaceError():
            return "closed" in str(error)
        case OSError():  # TimeoutError is one, too
            return _was_raised_below(error.__traceback__, "asyncpg.")
    return isinstance(error, _LOST)


def _was_raised_below(traceback: TracebackType | None, package: str) -> bool:
    """Whether a module of this package called the code that raised."""
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__", "").startswith(package):
            return True
        traceback = traceback.tb_next
    return False
