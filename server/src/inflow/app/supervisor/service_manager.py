"""Tells systemd, where it starts this service, how far it is: sd_notify(3)."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def notify(*assignments: str) -> None:
    """Send assignments such as `READY=1`. Without systemd, or if it does not listen, nothing happens."""
    if not (address := os.environ.get("NOTIFY_SOCKET", "")):
        return
    if address.startswith("@"):
        address = "\0" + address[1:]  # a name in Linux's abstract namespace
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.setblocking(False)
        to.sendto("\n".join(assignments).encode(), address)
