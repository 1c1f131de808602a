"""The format of the server's log."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import asyncpg
import structlog


def configure_logging() -> None:
    """One line of text per event for people, one JSON object for machines; never the values of variables."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    for chatty in ("alembic", "httpx", "procrastinate"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    reading = sys.stdout.isatty()
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        processors=[
            _drop_error_details,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if reading else [structlog.processors.format_exc_info]),
            console if reading else structlog.processors.JSONRenderer(),
        ],
    )


def log_warnings_only() -> None:
    """Log only warnings and errors, during a preparation that would otherwise log very much."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


def _drop_error_details(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove the rows from PostgreSQL's error details: their addresses, names and captions must not be in the log."""
    told = event.get("exc_info")
    error = told if isinstance(told, BaseException) else sys.exc_info()[1] if told else None
    while error is not None:
        if isinstance(error, asyncpg.PostgresError):
            error.detail = None
        error = error.__cause__ or error.__context__
    return event
