"""The format of the server's log."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import asyncpg
import structlog
from structlog.stdlib import ProcessorFormatter

from inflow.app.outage import OUTAGE
from inflow.app.tracebacks import TracebackLimit

_FIELDS = structlog.stdlib.ExtraAdder()


def configure_logging() -> None:
    """One line of text per event for people, one JSON object for machines; never the values of variables.

    Lines of libraries, which use the standard library's loggers, get the same form.
    """
    reading = sys.stdout.isatty()
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    rendering: list[Any] = (
        [console] if reading else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    processors: list[Any] = [
        _find_exception,
        _drop_error_details,
        OUTAGE,
        TracebackLimit(),
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO), processors=[*processors, *rendering]
    )
    _pass_on_lines_of_libraries(processors, rendering)


def log_warnings_only() -> None:
    """Log only warnings and errors, during a preparation that would otherwise log very much."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


class _Lines(logging.Handler):
    """Writes the lines of the standard library's loggers, except those that a processor drops."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stdout.write(f"{self.format(record)}\n")
            sys.stdout.flush()
        except structlog.DropEvent:
            return
        except Exception:  # noqa: BLE001  # a line that cannot be written must not fail its writer
            self.handleError(record)


def _pass_on_lines_of_libraries(processors: list[Any], rendering: list[Any]) -> None:
    handler = _Lines()
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[_add_fields_of_engine, *processors, structlog.stdlib.add_logger_name],
            processors=[ProcessorFormatter.remove_processors_meta, *rendering],
        )
    )
    root = logging.getLogger()
    root.handlers = [each for each in root.handlers if not isinstance(each, _Lines)] + [handler]
    root.setLevel(logging.INFO)
    for chatty in ("alembic", "httpx", "procrastinate"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def _add_fields_of_engine(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the fields of the engine's lines. Those of other libraries may contain the arguments of jobs."""
    if event["_record"].name.partition(".")[0] == "reflow":
        _FIELDS(logger, method, event)
        for name in ("reason", "message"):  # the text of the line contains both; `outage` needs the reason
            event.pop(name, None)
    return event


def _find_exception(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace the different ways to name an exception by the exception itself."""
    told = event.get("exc_info")
    if told is not None and not isinstance(told, BaseException):
        error = told[1] if isinstance(told, tuple) else sys.exc_info()[1] if told else None
        if error is None:
            del event["exc_info"]
        else:
            event["exc_info"] = error
    return event


def _drop_error_details(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove the rows from PostgreSQL's error details: their addresses, names and captions must not be in the log."""
    error = event.get("exc_info")
    while error is not None:
        if isinstance(error, asyncpg.PostgresError):
            error.detail = None
        error = error.__cause__ or error.__context__
    return event
