"""An attacker who tries passwords, in a process of its own: `python -m bench.flood PORT PER_SECOND SECONDS`.

Each attempt claims another address (the measured server trusts this machine's forwarding headers) and another name, so
that no limit per address or name takes work off the server. It sends to this machine only, ends by itself, and prints
how often the server answered with which status.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections import Counter

import uvloop

from bench.sockets import Http

_CONNECTIONS = 256
_MOST_SECONDS = 600.0
_PATH = "/api/identity/sign-in"


class _Flood:
    """So many attempts per second, whether or not the earlier ones have been answered."""

    def __init__(self, port: int, per_second: float) -> None:
        self._port = port
        self._every = 1 / per_second
        self._free: list[Http] = []
        self._waiting = 0
        self._trying: set[asyncio.Task[None]] = set()
        self.answered: Counter[str] = Counter()

    async def run(self, seconds: float) -> None:
        """Make attempts until the time is over, and wait for the last answers."""
        began, turn = time.perf_counter(), 0
        while (due := turn * self._every) < seconds:
            await asyncio.sleep(max(0, began + due - time.perf_counter()))
            task = asyncio.create_task(self._attempt(turn))
            self._trying.add(task)
            task.add_done_callback(self._trying.discard)
            turn += 1
        await asyncio.gather(*self._trying)

    async def _attempt(self, turn: int) -> None:
        if self._waiting >= _CONNECTIONS:
            self.answered["none, for too many wait"] += 1
            return
        body = json.dumps({"identifier": f"person{turn}", "password": "Wrong-Tide-1"}).encode()
        headers = (
            f"X-Forwarded-For: 10.{turn >> 16 & 255}.{turn >> 8 & 255}.{turn & 255}\r\n"
            "Sec-Fetch-Site: same-origin\r\nX-App: 1\r\n"
        )
        self._waiting += 1
        http = await self._connected()
        answer = await http.post(_PATH, body, headers)
        self._waiting -= 1
        self.answered[answer[9:12].decode()] += 1
        self._free.append(http)

    async def _connected(self) -> Http:
        """The connection that was used last, if it is still open, or else a new one."""
        while self._free:
            http = self._free.pop()
            if http.is_open:
                return http
        return await Http.connect(self._port)


async def _main(port: int, per_second: float, seconds: float) -> None:
    flood = _Flood(port, per_second)
    await flood.run(min(seconds, _MOST_SECONDS))
    print(json.dumps(flood.answered))  # for the process that started it


if __name__ == "__main__":
    # It simulates other machines, so it should take little processor time of the measured machine.
    os.nice(10)
    uvloop.run(_main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])))
