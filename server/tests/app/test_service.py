"""Inflow as a service: it tells systemd when it serves, and its command says which version it is."""

from __future__ import annotations

import asyncio
import json
import socket
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.house import House
from tests.app.processes import Executed

from architecture.sources import SERVER
from inflow import VERSION


@contextmanager
def service_manager(address: str) -> Iterator[socket.socket]:
    """The socket at which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.setblocking(False)
        yield listening


async def _next(listening: socket.socket) -> list[str]:
    return (await asyncio.get_running_loop().sock_recv(listening, 4096)).decode().splitlines()


async def test_systemd_hears_that_inflow_serves_once_it_does_and_that_it_stops(home: Path, tmp_path: Path) -> None:
    with service_manager(str(tmp_path / "notify")) as listening:
        async with House(home, Executed, NOTIFY_SOCKET=str(tmp_path / "notify")):
            ready = await _next(listening)
        stopping = await _next(listening)

    assert ready == ["READY=1", f"STATUS=Serving, version {VERSION}"]
    assert stopping == ["STOPPING=1"]


async def test_it_starts_although_systemd_does_not_listen(home: Path, tmp_path: Path) -> None:
    async with House(home, Executed, NOTIFY_SOCKET=str(tmp_path / "nothing")):
        pass  # it serves, or this would not have begun


async def test_the_command_says_which_version_it_is() -> None:
    process = Executed({}, "--version")

    assert await process.ended() == 0
    assert process.said().strip() == VERSION


def test_all_parts_have_the_same_version() -> None:
    project = tomllib.loads((SERVER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    web = json.loads((SERVER.parent / "web" / "package.json").read_text(encoding="utf-8"))

    assert {project["version"], web["version"]} == {VERSION}
