"""Runs the supervisor as a process: its signals, its control socket, and its replacement by another version's."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from inflow import VERSION
from inflow.app.supervisor import log
from inflow.app.supervisor.control import Say, controlled
from inflow.app.supervisor.processes import Program, ServerProcess
from inflow.app.supervisor.service_manager import notify
from inflow.app.supervisor.supervisor import Supervisor, UpgradeFailed

_STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Given:
    """What the supervisor is started with.

    Attributes:
        listening: The descriptor of the listening socket.
        control: The path of the control socket.
        workers: How many processes serve.
        adopted: The processes that run already, with the descriptors of their links, as JSON.
    """

    listening: int
    control: Path
    workers: int
    adopted: str = "[]"


@dataclass(frozen=True, slots=True)
class Successor:
    """The supervisor of another version, which replaces this one in the same process."""

    program: Program
    adopted: str


def start(listening: socket.socket, control: Path, workers: int) -> NoReturn:
    """Become the supervisor: this process keeps its id, and forgets everything that it has imported."""
    listening.set_inheritable(True)
    _become(Program.ours(), Given(listening.fileno(), control, workers))


def serve(given: Given) -> int:
    """Supervise until the operator stops it; the exit code."""
    while True:
        end = asyncio.run(_serve(given))
        if isinstance(end, int):
            return end
        given = replace(given, adopted=end.adopted)
        try:
            _become(end.program, given)
        except OSError as error:
            log.error("the supervisor of the new version does not start", error=str(error))


async def _serve(given: Given) -> int | Successor:
    loop = asyncio.get_running_loop()
    os.set_inheritable(given.listening, False)
    serving = ("READY=1", f"STATUS=Serving, version {VERSION}")
    supervisor = Supervisor(given.listening, Program.ours(), lambda: notify(*serving))
    successor: asyncio.Future[Program] = loop.create_future()

    async def answer(request: dict[str, Any], say: Say) -> dict[str, Any]:
        match request.get("do"):
            case "status":
                return {"pid": os.getpid(), "version": VERSION, **supervisor.status}
            case "upgrade":
                return await _upgraded(supervisor, request, lambda text: say({"progress": text}), successor.set_result)
            case other:
                return {"refused": f"This version does not know {other!r}."}

    def stop() -> None:
        notify("STOPPING=1")
        supervisor.stop()

    loop.add_signal_handler(signal.SIGCHLD, supervisor.reap)
    for number in _STOPPING:
        loop.add_signal_handler(number, stop)
    if adopted := json.loads(given.adopted):
        supervisor.adopt([_adopted(each) for each in adopted], given.workers)
        supervisor.reap()
        notify(*serving)
    else:
        supervisor.start(given.workers)
    async with controlled(given.control, answer):
        running: asyncio.Future[None] = asyncio.ensure_future(supervisor.run())
        either: set[asyncio.Future[Any]] = {running, successor}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if successor.done() and not running.done():
            running.cancel()
            return Successor(successor.result(), json.dumps(supervisor.handed_over()))
        await running
    given.control.unlink(missing_ok=True)
    return supervisor.failed or 0


async def _upgraded(
    supervisor: Supervisor, request: dict[str, Any], report: Callable[[str], None], done: Callable[[Program], None]
) -> dict[str, Any]:
    program = Program(str(request["python"]), str(request.get("path", "")))
    log.info("an upgrade begins", python=program.python)
    try:
        await supervisor.upgrade(program, report, float(request.get("watch", 0)))
    except UpgradeFailed as failure:
        log.error("the upgrade was undone", reason=str(failure))
        return {"failed": str(failure)}
    log.info("the upgrade is done", python=program.python)
    # After the answer: it does not outlive this version of the supervisor.
    asyncio.get_running_loop().call_later(0.1, done, program)
    return {"done": True}


def _adopted(process: dict[str, Any]) -> ServerProcess:
    os.set_inheritable(process["link"], False)
    found = ServerProcess(Program.ours(), process["pid"], socket.socket(fileno=process["link"]))
    found.status = process.get("status", found.status)
    return found


def _become(program: Program, given: Given) -> NoReturn:
    os.set_inheritable(given.listening, True)
    words = {"--listen": given.listening, "--control": given.control, "--workers": given.workers}
    arguments = [str(part) for pair in words.items() for part in pair]
    command = [program.python, "-m", "inflow.app.supervisor", *arguments, "--adopt", given.adopted]
    sys.stdout.flush()
    os.execve(program.python, command, program.environment)  # noqa: S606  # our own program, no shell
