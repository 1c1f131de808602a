"""The messages between the supervisor and a server process: one JSON object in a line, over a pair of sockets.

The process sends its status at least once a second: `state` is one of :data:`STARTING`, `SERVING` and `HEALTHY`,
`revision` the newest migration that it knows, `sockets` how many connections it has, `accepts` whether it accepts new
ones, and `problem` why it is not healthy. The supervisor sends :data:`LISTEN`, `PAUSE` and `DRAIN`. When the other end
is closed, the other process has ended.
"""

from __future__ import annotations

import json
from typing import Any, Final

STARTING: Final = "starting"
SERVING: Final = "serving"
HEALTHY: Final = "healthy"

LISTEN: Final = "listen"
"""Accept new connections."""
PAUSE: Final = "pause"
"""Accept no new connections."""
DRAIN: Final = "drain"
"""Accept no new connections, and let clients close those that they have: SIGTERM comes soon."""

HEARTBEAT: Final = 1.0
"""A process that says nothing new repeats its status after so many seconds."""


def packed(message: dict[str, Any]) -> bytes:
    """The line of one message."""
    return json.dumps(message).encode() + b"\n"


class Lines:
    """The messages in a stream of bytes."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The messages that these bytes complete. A line that is no JSON object is left out."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [message for line in lines if isinstance(message := _parsed(line), dict)]


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
