"""Machines in networks of their own, joined by a bridge, inside the network that this process has entered."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from reflow.embedded.account import Account

_BRIDGE = "joined"
_NET = "10.77.0"
# Not ours: its PYTHONPATH is not for programs of Debian.
_ENVIRONMENT = {"PATH": f"/usr/local/bin:{os.defpath}", "LC_ALL": "C.UTF-8"}


class Machine:
    """A network namespace with an address that the other machines and this process reach.

    Attributes:
        address: Its address.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.address = f"{_NET}.{10 + number}"
        self._cable = f"cable{number}"
        # It holds the namespace for as long as it runs.
        self._holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], stdin=subprocess.DEVNULL)
        self._running: list[asyncio.subprocess.Process] = []

    async def join(self) -> None:
        """Lay a cable from it to the bridge."""
        while _network_of(self._holder.pid) == _network_of(os.getpid()):  # noqa: ASYNC110  # another process changes it
            await asyncio.sleep(0.01)
        there = str(self._holder.pid)
        await run("ip", "link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", there)
        await run("ip", "link", "set", self._cable, "master", _BRIDGE, "up")
        for words in ("addr add {}/24 dev eth0", "link set eth0 up", "link set lo up"):
            await self.does("ip", *words.format(self.address).split())

    async def does(self, *command: str) -> None:
        """Run a command there, to its end."""
        await run(*self._there(command))

    async def begin(self, *command: str, account: Account, log: Path) -> None:
        """Start a program there, on this account."""
        who = ["--setuid", str(account.uid), "--setgid", str(account.gid)] if account.borrowed else []
        with log.open("ab") as said:
            self._running.append(
                await asyncio.create_subprocess_exec(
                    *self._there(command, *who),
                    cwd="/",
                    env=_ENVIRONMENT,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                )
            )

    async def cut(self) -> None:
        """Pull its cable out. All that runs there goes on."""
        await run("ip", "link", "set", self._cable, "down")

    async def mend(self) -> None:
        """Put the cable back."""
        await run("ip", "link", "set", self._cable, "up")

    async def part_from(self, other: Machine) -> None:
        """Lose every packet between the two. Both still reach the other machines and this process."""
        for each in (self, other):
            await run("ip", "link", "set", each._cable, "type", "bridge_slave", "isolated", "on")

    async def meet(self, other: Machine) -> None:
        """Let the two reach each other again."""
        for each in (self, other):
            await run("ip", "link", "set", each._cable, "type", "bridge_slave", "isolated", "off")

    async def lose_power(self) -> None:
        """End everything that runs there, at once."""
        for process in self._inside():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for process in self._running:
            await process.wait()
        self._running.clear()

    async def end(self) -> None:
        """End everything that runs there, and the machine."""
        await self.lose_power()
        self._holder.kill()
        self._holder.wait()

    def _inside(self) -> list[int]:
        """The ids of all processes in its network but the one that holds it."""
        own = _network_of(self._holder.pid)
        found = [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]
        return [each for each in found if each != self._holder.pid and _network_of(each) == own]

    def _there(self, command: Sequence[str], *options: str) -> list[str]:
        return ["nsenter", "--target", str(self._holder.pid), "--net", *options, *command]


async def joined(count: int, stack: AsyncExitStack) -> list[Machine]:
    """So many machines, joined by a bridge on which this process has an address, too."""
    await run("ip", "link", "add", _BRIDGE, "type", "bridge")
    await run("ip", "addr", "add", f"{_NET}.1/24", "dev", _BRIDGE)
    await run("ip", "link", "set", _BRIDGE, "up")
    machines = []
    for number in range(1, count + 1):
        machine = Machine(number)
        stack.push_async_callback(machine.end)
        await machine.join()
        machines.append(machine)
    return machines


async def run(*command: str) -> None:
    """Run a command to its end; `AssertionError` with what it said if it fails."""
    process = await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, f"{' '.join(command)}: {said.decode(errors='replace')}"


def _network_of(pid: int) -> str | None:
    """The network that a process is in; None if it has ended."""
    try:
        return str(Path(f"/proc/{pid}/ns/net").readlink())
    except OSError:
        return None
