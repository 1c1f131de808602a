"""What the server says while it runs."""

from __future__ import annotations

import logging
import sys

import structlog


def log_plainly() -> None:
    """One line of text per event for people, one JSON object for machines; never the values of variables."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    for chatty in ("alembic", "httpx", "procrastinate"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    reading = sys.stdout.isatty()
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if reading else [structlog.processors.format_exc_info]),
            console if reading else structlog.processors.JSONRenderer(),
        ],
    )
