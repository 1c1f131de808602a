"""`python -m inflow.app.worker`: one of the processes that serve, started by the supervisor."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from inflow import VERSION
from inflow.app.supervisor import channel

if TYPE_CHECKING:
    from inflow.app.health import Checks
    from inflow.app.web import Application
    from inflow.app.worker_server import WorkerServer

_STARTUP_FAILURE = 3
_LOOK_EVERY = 0.25
_HEALTH_EVERY = 8  # looks


class Link:
    """The connection to the supervisor, in a thread of its own: a heartbeat must not wait for the imports.

    Attributes:
        status: What it sends.
        heard: Gets the supervisor's words. It is called in that thread.
    """

    def __init__(self, ours: socket.socket) -> None:
        self.status: dict[str, Any] = {"state": channel.STARTING}
        self.heard: Callable[[str], object] = str
        self._ours = ours
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        threading.Thread(target=self._talk, name="supervisor-link", daemon=True).start()

    def update(self, **changed: Any) -> None:
        """Change the status, and send it if it is another one."""
        status = {**self.status, **changed}
        if status != self.status:
            self.status = status
            with contextlib.suppress(BlockingIOError):
                os.write(self._wake, b"\0")

    def _talk(self) -> None:
        lines, ours = channel.Lines(), self._ours.fileno()
        while True:
            try:
                self._ours.sendall(channel.packed(self.status))
                readable, _, _ = select.select([ours, self._woken], [], [], channel.HEARTBEAT)
                if self._woken in readable:
                    os.read(self._woken, 4096)
                if ours in readable:
                    if not (data := self._ours.recv(1 << 16)):
                        break
                    for message in lines.feed(data):
                        self.heard(str(message.get("do")))
            except OSError:
                break
        # The supervisor has ended. A process that outlived it would keep the port, and no one would replace it.
        sys.stdout.write('{"event": "the supervisor has ended, and so does its worker", "level": "error"}\n')
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGTERM)


def main() -> int:
    """Serve until the supervisor ends this process; the exit code."""
    parser = argparse.ArgumentParser(prog="inflow.app.worker", allow_abbrev=False)
    parser.add_argument("--listen", type=int, required=True, help="the descriptor of the listening socket")
    parser.add_argument("--link", type=int, required=True, help="the descriptor of the link to the supervisor")
    parser.add_argument("--processes", type=int, default=1, help="how many processes serve, with this one")
    parser.add_argument("--paused", action="store_true", help="accept no connections before the supervisor says so")
    words, _ = parser.parse_known_args()
    for descriptor in (words.listen, words.link):
        os.set_inheritable(descriptor, False)
    link = Link(socket.socket(fileno=words.link))

    # The heartbeat has begun.
    from inflow.app.migrate import newest_revision  # noqa: PLC0415  # imports the product, which takes seconds
    from inflow.app.web import application  # noqa: PLC0415  # likewise
    from inflow.app.worker_server import WorkerServer  # noqa: PLC0415  # likewise

    app = application(words.processes)
    link.update(version=VERSION, revision=newest_revision())
    listening = socket.socket(fileno=words.listen)
    server = WorkerServer(app, listening, partial(_follow, link, app))
    # uvicorn raises a signal again for the former handler, and a requested stop is no failure.
    signal.signal(signal.SIGTERM, lambda *_: None)
    server.run(sockets=[] if words.paused else [listening.dup()])
    return 0 if server.started else _STARTUP_FAILURE


async def _follow(link: Link, app: Application, server: WorkerServer) -> None:
    """Tell the supervisor how this process is, and do what it says, until cancelled."""
    loop = asyncio.get_running_loop()
    link.heard = lambda word: loop.call_soon_threadsafe(server.hear, word)
    link.update(state=channel.SERVING)
    looks = 0
    while True:
        # Until it is healthy an upgrade may wait for it.
        if link.status["state"] != channel.HEALTHY or looks % _HEALTH_EVERY == 0:
            link.update(**_health(await app.checks()))
        link.update(sockets=server.sockets, accepts=server.accepts)
        looks += 1
        await asyncio.sleep(_LOOK_EVERY)


def _health(checks: Checks) -> dict[str, str]:
    problem = " ".join(f"{name}: {result}." for name, result in checks.items() if result != "ok")
    return {"state": channel.SERVING if problem else channel.HEALTHY, "problem": problem}


if __name__ == "__main__":
    sys.exit(main())
