"""Runs several server processes and restarts those that die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

import structlog
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

if TYPE_CHECKING:
    import socket

    from uvicorn import Config

log = structlog.get_logger(__name__)


class Supervisor(Multiprocess):
    """Starts the server processes, and a new one for each that dies.

    If a process cannot start before any has served, the configuration is wrong, and all processes end. Later, the
    database may be unavailable for a moment: the process is started again, and the others go on serving.

    Args:
        sockets: The listening sockets.
    """

    def __init__(self, config: Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._has_served = False

    def keep_subprocess_alive(self) -> None:
        """Start a new process for each that has died."""
        if self.should_exit.is_set():
            return
        self._has_served = self._has_served or any(process.is_ready(timeout=0.1) for process in self.processes)
        before, silent = list(self.processes), set[Process]()
        for process in before:
            _note_silence(process, silent)
        super().keep_subprocess_alive()
        for process in before:
            if process.exitcode is not None:
                _report(process, was_silent=process in silent)
        if self.should_exit.is_set() and self._has_served:
            self.should_exit.clear()
            self._start_again()

    def _start_again(self) -> None:
        for place, process in enumerate(self.processes):
            if process.exitcode == STARTUP_FAILURE:
                self.processes[place] = Process(self.config, self.sockets)
                self.processes[place].start()


def end_with_supervisor() -> None:
    """End this process, as SIGTERM does, once its supervisor has ended in whatever way. A worker that outlived a killed
    supervisor would keep the port, and no one would replace it. A process without a supervisor is left alone.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        log.error("the supervisor has ended, and so does its worker", pid=os.getpid())
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="supervisor-watch", daemon=True).start()


def _note_silence(process: Process, silent: set[Process]) -> None:
    """Add the process to `silent` if it still runs when it is killed because it did not answer."""

    def kill() -> None:
        if process.exitcode is None:
            silent.add(process)
        Process.kill(process)

    # uvicorn makes the processes, so they cannot be of a class of ours.
    process.kill = kill  # type: ignore[method-assign]  # for this process alone


def _report(process: Process, *, was_silent: bool) -> None:
    """Log the end of a process.

    Args:
        was_silent: Whether it did not answer, so that the supervisor killed it.
    """
    status = process.exitcode or 0
    name = {"signal": signal.Signals(-status).name} if status < 0 else {}
    log.error("a worker process has ended", pid=process.pid, status=status, was_silent=was_silent, **name)
