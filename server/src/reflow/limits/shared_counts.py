"""What callers used of their limits, told between the processes of a deployment.

Each process counts by itself and refuses by itself, so no call waits for another process. A few times a second it tells
the others through the log what was used, and they add it to their own counts, also above a limit. So over a longer
time, a caller of several processes may call as often as a caller of one; at once, as often as each of them allows. If
the database is away, each process counts alone until it is back, and tells what was used in the last seconds.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, cast

import msgspec

from reflow.changes.pgoutput import signals_in

if TYPE_CHECKING:
    from reflow.changes.transactions import Values
    from reflow.postgres.database import Database

USED: Final = "reflow.used"
"""The name of the signal."""
INTERVAL: Final = 0.25
"""Seconds that what was used waits for more of it."""
_FORGET_AFTER: Final = 10.0
_MOST_AT_ONCE: Final = 5_000
# The other processes need not wait for the disk.
_MODE: Final = "ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off"
_TELL: Final = "SELECT pg_logical_emit_message(true, $1::text, $2::text)::text"
_MOST_PROCESSES: Final = 1_000
_LONGEST_AGO: Final = 60.0
"""Seconds. The clocks of machines differ by less, or Inflow does not start."""
_LOG = logging.getLogger(__name__)

Caller = str | tuple[str, str]
"""A caller as another process can read it."""


class _Message(msgspec.Struct, array_like=True):
    """What one process tells: who it is, the how manyth message this is, the time, and what was used."""

    process: str
    number: int
    at: float
    used: list[tuple[str, Caller, float]]


class Counter(Protocol):
    """A limit that counts callers in memory.

    Attributes:
        on_used: Called with a caller and an amount after each one that was counted.
    """

    on_used: Callable[[Hashable, float], None] | None

    def charge(self, caller: Hashable, amount: float, ago: float) -> None:
        """Count an amount that was used in another process so many seconds ago, also above the limit. It does not call
        `on_used`.
        """


class SharedCounts:
    """The counters of one process that others count for, too.

    Args:
        database: Where the log is written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._process = secrets.token_hex(8)
        self._counters: dict[str, Counter] = {}
        self._least: dict[str, float] = {}
        self._used: dict[tuple[str, Hashable], float] = {}
        self._told = 0
        self._is_failing = False
        # The number of the last message of each process, oldest first: the cycle that hears it may be repeated.
        self._heard: dict[str, int] = {}
        self._is_due = asyncio.Event()

    def share(self, name: str, counter: Counter, least: float) -> None:
        """Count for all processes.

        Args:
            name: The counter's name, the same in each process.
            least: An amount that is worth telling. Less is forgotten after some seconds.
        """
        self._counters[name] = counter
        self._least[name] = least
        counter.on_used = partial(self._note, name)

    def heard(self, values: Values) -> None:
        """Add what another process has told. What another version tells in its own way is left out. See
        :meth:`Graph.listen`.
        """
        try:
            message = msgspec.json.decode(values["used"] or "", type=_Message)
        except (KeyError, msgspec.DecodeError):
            _LOG.warning("another process tells of used limits in a way that this one cannot read")
            return
        if message.process == self._process or message.number <= self._heard.pop(message.process, 0):
            return
        self._heard[message.process] = message.number
        if len(self._heard) > _MOST_PROCESSES:
            del self._heard[next(iter(self._heard))]
        ago = min(max(0.0, time.time() - message.at), _LONGEST_AGO)
        for name, caller, amount in message.used:
            if name in self._counters:
                self._counters[name].charge(caller, amount, ago)

    async def run(self) -> None:
        """Tell the other processes, until cancelled."""
        loop = asyncio.get_running_loop()
        forget_at = loop.time() + _FORGET_AFTER
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(forget_at):
                    await self._is_due.wait()
            await asyncio.sleep(INTERVAL)
            await self._tell()
            if loop.time() >= forget_at:
                self._used.clear()
                forget_at = loop.time() + _FORGET_AFTER

    def _note(self, name: str, caller: Hashable, amount: float) -> None:
        key = name, caller
        used = self._used[key] = self._used.get(key, 0.0) + amount
        if used >= self._least[name]:
            self._is_due.set()

    async def _tell(self) -> None:
        self._is_due.clear()
        due = {key: used for key, used in self._used.items() if used >= self._least[key[0]]}
        for key in due:
            del self._used[key]
        told = [(name, cast("Caller", caller), used) for (name, caller), used in due.items()]
        for begin in range(0, len(told), _MOST_AT_ONCE):
            try:
                async with self._database.transaction(_MODE) as connection:
                    values = self.message(told[begin : begin + _MOST_AT_ONCE])
                    signal = msgspec.json.encode((USED, values)).decode()
                    await connection.text(_TELL, signals_in(self._database.schema), signal)
            except Exception as error:  # noqa: BLE001  # no error may end the telling
                if not self._is_failing:
                    _LOG.warning("other processes are not told of used limits", extra={"error": repr(error)})
                self._is_failing = True
                self._put_back(told[begin:])
                return
            self._is_failing = False

    def message(self, used: list[tuple[str, Caller, float]]) -> Values:
        """The next message: counters by their names, callers, and what these used."""
        self._told += 1
        message = _Message(self._process, self._told, time.time(), used)
        return {"used": msgspec.json.encode(message).decode()}

    def _put_back(self, untold: list[tuple[str, Caller, float]]) -> None:
        """Keep what was not told for the next time, or until it is forgotten."""
        for name, caller, used in untold:
            self._used[name, caller] = self._used.get((name, caller), 0.0) + used
