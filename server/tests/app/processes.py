"""Processes of Inflow: `Executed` starts as an operator starts it; `Forked` comes from a process that has imported the
whole program already, because the imports take most of a start.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from signal import Signals
from tempfile import NamedTemporaryFile
from typing import Protocol

_SERVER = Path(__file__).parents[2]


class Process(Protocol):
    """`python -m inflow` and its arguments."""

    pid: int

    @property
    def code(self) -> int | None:
        """The exit code: 0 for success, below 0 for a signal. None while it runs."""
        ...

    def send(self, number: Signals) -> None:
        """Send it a signal."""
        ...

    async def ended(self) -> int:
        """Wait until it has ended; the exit code."""
        ...

    def said(self) -> str:
        """Its output so far."""
        ...


class Executed:
    """Started as an operator starts it, with these settings and no others."""

    def __init__(self, settings: dict[str, str], *words: str) -> None:
        # In a file: a pipe would have to be emptied all the time.
        self._said = NamedTemporaryFile(prefix="inflow-said-")  # noqa: SIM115  # the test reads it as long as the process exists
        self._process = subprocess.Popen(
            [sys.executable, "-m", "inflow", *words],
            cwd=_SERVER,
            env=_surroundings(settings),
            stdout=self._said,
            stderr=subprocess.STDOUT,
        )
        self.pid = self._process.pid

    @property
    def code(self) -> int | None:
        return self._process.poll()

    def send(self, number: Signals) -> None:
        self._process.send_signal(number)

    async def ended(self) -> int:
        return await asyncio.to_thread(self._process.wait)

    def said(self) -> str:
        return Path(self._said.name).read_text()


class Forked:
    """The same without importing the program again."""

    def __init__(self, settings: dict[str, str], *words: str) -> None:
        self._said = NamedTemporaryFile(prefix="inflow-said-")  # noqa: SIM115  # the test reads it as long as the process exists
        given = (words, _surroundings(settings), self._said.name)
        self._process: ForkServerProcess = _forks().Process(target=_run, args=given)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def code(self) -> int | None:
        return self._process.exitcode

    def send(self, number: Signals) -> None:
        os.kill(self.pid, number)

    async def ended(self) -> int:
        await asyncio.to_thread(self._process.join)
        assert self.code is not None
        return self.code

    def said(self) -> str:
        return Path(self._said.name).read_text()


def _forks() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.app.warm"])
    return context


def _run(words: tuple[str, ...], surroundings: dict[str, str], said: str) -> None:
    from inflow.app.command_line import main  # the parent process has imported it already

    os.environ.clear()
    os.environ.update(surroundings)
    os.chdir(_SERVER)
    sys.argv = ["inflow", *words]
    paper = os.open(said, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(paper, stream)
    main()


def _surroundings(settings: dict[str, str]) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("INFLOW_")}
    return {**ours, "PYTHONPATH": str(_SERVER / "src"), **settings}
