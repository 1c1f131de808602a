"""How uvicorn serves the app: the same for the product and for measurements."""

from __future__ import annotations

from typing import Any, Final

from reflow.wire.app import FRAME
from reflow.wire.serving import Requests, Sockets

BACKLOG: Final = 4096
"""How many connections may wait until a process accepts them."""

SERVING: Final[dict[str, Any]] = {
    "loop": "uvloop",
    "http": Requests,
    "ws": Sockets,
    "ws_max_size": FRAME,
    "ws_per_message_deflate": False,
    "ws_ping_interval": 15,
    "ws_ping_timeout": 15,
    "server_header": False,
    "proxy_headers": False,
    "access_log": False,
    "log_config": None,  # its loggers pass their lines on to ours
    "log_level": "warning",
    "timeout_graceful_shutdown": 5,
    "backlog": BACKLOG,
}
"""uvicorn's options."""
