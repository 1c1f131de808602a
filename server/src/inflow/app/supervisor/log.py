"""The supervisor's lines in the log, in the format of the server's: JSON, or plain text in a terminal."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime


def info(event: str, **fields: object) -> None:
    """Write a line of level `info`."""
    _write("info", event, fields)


def error(event: str, **fields: object) -> None:
    """Write a line of level `error`."""
    _write("error", event, fields)


def _write(level: str, event: str, fields: dict[str, object]) -> None:
    at = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    if sys.stdout.isatty():
        line = " ".join([at, f"[{level}]", event, *(f"{name}={value}" for name, value in fields.items())])
    else:
        line = json.dumps({**fields, "event": event, "level": level, "timestamp": at})
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
