"""Inflow served by several processes: the supervisor replaces one that dies, and the others keep running."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import httpx
import pytest
from tests.app.house import ROOMY, House, free_port, until
from tests.app.people import Member
from tests.app.processes import Executed
from tests.conftest import NewDatabase

from inflow.app.supervisor.control import ask, control_path
from mail.mail_server import MailServer

SERVING = 2
UNUSABLE = "The database cannot be used"
FOLLOWING = "Following changes"


@pytest.mark.long
async def test_whoever_takes_a_dead_ones_place_tries_until_the_database_is_back_and_the_others_serve_meanwhile(
    new_database: NewDatabase, home: Path, mail_server: MailServer
) -> None:
    with tempfile.TemporaryDirectory(prefix="inflow-way-") as folder:
        way, target, dsn = way_to(await new_database(), Path(folder))
        given = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_DATABASE_URL": dsn}
        async with House(home, serving=SERVING, **given) as house:
            await until(lambda: _has_said(house, FOLLOWING, times=SERVING))
            member = await Member.sign_up(house, mail_server, "wanda")

            way.unlink()
            await house.kill_worker(0)
            await until(lambda: _has_said(house, UNUSABLE, times=2))
            assert await member.is_signed_in()

            way.symlink_to(target)
            await until(lambda: _has_said(house, FOLLOWING, times=SERVING + 1), seconds=60)
            assert len(house.workers) == SERVING
            assert await member.is_signed_in()
            assert (await house.stop()).code == 0


async def test_where_none_can_start_all_end_and_say_why(home: Path) -> None:
    elsewhere = {"INFLOW_DATABASE_URL": "postgresql://inflow@127.0.0.1:1/inflow"}
    process = Executed(
        {"INFLOW_HOME": str(home), "INFLOW_PORT": str(free_port()), **elsewhere}, "run", "--workers", str(SERVING)
    )

    assert await process.ended() == 3
    assert UNUSABLE in process.said()
    assert "Traceback" not in process.said()


async def test_a_process_that_dies_is_reported_in_one_line(home: Path, mail_server: MailServer) -> None:
    async with House(home, serving=SERVING, INFLOW_SMTP_URL=mail_server.url) as house:
        killed = house.workers[0]
        await house.kill_worker(0)
        numbers = 'inflow_processes{state="healthy"} 2.0', "inflow_processes_replaced_total 1.0"
        await until(lambda: _counts(house, *numbers))
        said = (await house.stop()).said

    (line,) = [json.loads(line) for line in said.splitlines() if "a worker process has ended" in line]
    assert (line["pid"], line["status"], line["signal"], line["was_silent"]) == (killed, -9, "SIGKILL", False)
    assert line["timestamp"]
    assert said.count("a worker process has been replaced") == 1


async def test_a_scrape_has_the_numbers_of_all_processes(home: Path, mail_server: MailServer) -> None:
    async with House(home, serving=SERVING, INFLOW_SMTP_URL=mail_server.url) as house:
        every = [f'inflow_check_ok{{check="log",process="{place}"}} 1.0' for place in range(SERVING)]
        await until(lambda: _counts(house, *every, 'inflow_jobs{state="failed"} 0.0'))
        member = await Member.sign_up(house, mail_server, "wanda")
        async with AsyncExitStack() as stack:
            for _ in range(8):
                await stack.enter_async_context(member.page())
            await until(lambda: _has_sockets(house, 8))

        await house.kill_worker(0)
        await until(lambda: _counts(house, *every, "inflow_processes_replaced_total 1.0"))


async def test_when_the_relay_of_the_log_is_killed_the_pages_of_all_processes_stay_current(
    home: Path, mail_server: MailServer
) -> None:
    async with House(home, serving=SERVING, INFLOW_SMTP_URL=mail_server.url) as house, AsyncExitStack() as stack:
        member = await Member.sign_up(house, mail_server, "wanda")
        pages = [await stack.enter_async_context(member.page()) for _ in range(8)]
        await until(lambda: _has_sockets(house, 8))
        feeds = [await page.feed() for page in pages]
        (relay,) = _relays(home)

        for caption in ("before", "after"):
            (photo,) = await member.photos_by_hand(1)
            posted = await pages[0].does("posts:createPost", **member.foto(photo, caption=caption))
            assert posted["success"], posted
            for feed in feeds:
                await feed.shows(caption)
            if caption == "before":
                os.kill(relay, signal.SIGKILL)

        await until(lambda: _has_relays(home, 1))  # one that another process has started as well ends at once
        assert relay not in _relays(home)
        assert (await house.stop()).code == 0
    await until(lambda: _has_relays(home, 0))


def _relays(home: Path) -> list[int]:
    """The ids of the processes that read the log for a server of this home."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes()
            if b"reflow.changes.local_relay" in command and os.fsencode(home) in command:
                found.append(int(folder.name))
    return found


async def _has_relays(home: Path, number: int) -> bool:
    return len(_relays(home)) == number


async def _has_sockets(house: House, number: int) -> bool:
    """Whether all processes together have so many sockets, and each of them some."""
    async with httpx.AsyncClient(base_url=house.address, trust_env=False) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    open_sockets = [float(line.split()[1]) for line in lines if line.startswith("inflow_sockets_open{process=")]
    return len(open_sockets) == SERVING and sum(open_sockets) == number


async def test_a_killed_supervisor_takes_its_processes_along_so_that_the_next_one_gets_the_port(
    home: Path, mail_server: MailServer
) -> None:
    async with House(home, serving=SERVING, INFLOW_SMTP_URL=mail_server.url) as house:
        member = await Member.sign_up(house, mail_server, "wanda")
        workers = house.workers
        said = await house.kill_supervisor()
        await until(lambda: _have_ended(workers))
        assert said().count("the supervisor has ended") == SERVING

        await house.start()
        assert await member.is_signed_in()


async def test_new_sockets_come_to_the_process_that_replaced_a_dead_one(home: Path, mail_server: MailServer) -> None:
    given = {"INFLOW_SMTP_URL": mail_server.url, **ROOMY}
    async with House(home, serving=SERVING, **given) as house, AsyncExitStack() as many:
        member = await Member.sign_up(house, mail_server, "wanda")
        await house.kill_worker(0)
        for _ in range(30):  # the other process accepts them all, because the new one is still starting
            await many.enter_async_context(member.page())
        await until(lambda: _all_serve(house))
        assert await _fewest_sockets(house) == 0
        await until(lambda: _one_accepts(house))

        for _ in range(30):
            await many.enter_async_context(member.page())

        # By chance, or by turns, it would get fifteen.
        await until(lambda: _holds_more(house, 17))


async def _all_serve(house: House) -> bool:
    return {process["state"] for process in await _processes(house)} == {"healthy"}


async def _one_accepts(house: House) -> bool:
    # A process is healthy some time before it first reports this.
    return {process.get("accepts") for process in await _processes(house)} == {False, True}


async def _holds_more(house: House, than: int) -> bool:
    return await _fewest_sockets(house) > than


async def _fewest_sockets(house: House) -> int:
    return min(process.get("sockets", 0) for process in await _processes(house))


async def _processes(house: House) -> list[dict[str, Any]]:
    status = await ask(control_path(house.home, str(house.port)), {"do": "status"})
    processes: list[dict[str, Any]] = status["processes"]
    return processes


async def _have_ended(processes: list[int]) -> bool:
    return not any(map(_runs, processes))


def _runs(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def way_to(dsn: str, folder: Path) -> tuple[Path, Path, str]:
    """The path of a socket that leads to PostgreSQL's, the path of PostgreSQL's, and the DSN through the former."""
    parts = urlsplit(dsn)
    given = dict(parse_qsl(parts.query))
    name = f".s.PGSQL.{given['port']}"
    (folder / name).symlink_to(Path(given["host"]) / name)
    query = urlencode({**given, "host": folder}, safe="/")
    return folder / name, Path(given["host"]) / name, urlunsplit(parts._replace(query=query))


async def _has_said(house: House, words: str, *, times: int) -> bool:
    return house.said.count(words) >= times


async def _counts(house: House, *lines: str) -> bool:
    """Whether the numbers for operators have these lines."""
    async with httpx.AsyncClient(base_url=house.address, trust_env=False) as http:
        text = (await http.get("/metrics")).text
    return all(line in text.splitlines() for line in lines)
