"""Several processes that serve, and one that watches over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

if TYPE_CHECKING:
    import socket

    from uvicorn import Config


class Supervisor(Multiprocess):
    """Starts the processes that serve, and another one for each that dies.

    Where one cannot start before any has served, something is wrong with what all of them were given, and all end.
    Later its database may be away for a moment: it is tried again, and those that serve go on.

    Args:
        sockets: Where they listen.
    """

    def __init__(self, config: Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._has_served = False

    def keep_subprocess_alive(self) -> None:
        """Start another one for each that has died."""
        if self.should_exit.is_set():
            return
        self._has_served = self._has_served or any(process.is_ready(timeout=0.1) for process in self.processes)
        super().keep_subprocess_alive()
        if self.should_exit.is_set() and self._has_served:
            self.should_exit.clear()
            self._start_again()

    def _start_again(self) -> None:
        for place, process in enumerate(self.processes):
            if process.exitcode == STARTUP_FAILURE:
                self.processes[place] = Process(self.config, self.sockets)
                self.processes[place].start()
