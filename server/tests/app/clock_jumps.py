"""Moves the clock of an Inflow while members write: an hour ahead, an hour back, days ahead.

    python -m tests.app.clock_jumps FOLDER [together]

PostgreSQL's clock stays, or jumps together with Inflow's. Prints what members got, as JSON. It is the clock of
libfaketime, so no other process sees it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.app.correspondents import Correspondence, Correspondent, acknowledged, judged
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.app.people import Browser, Member
from tests.app.processes import Executed

from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres
from reflow.embedded.programs import ENVIRONMENT

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
"""From Debian's package `faketime`; None where that is not installed."""
JUMPS = ("+1h", "+0", "-1h", "+8d")
EACH = 30
PATIENCE = 150.0  # seconds


def main() -> int:
    """Do all of it; the exit code."""
    print(json.dumps(asyncio.run(_jumping(Path(sys.argv[1]), together="together" in sys.argv[2:]))))
    return 0


async def _jumping(folder: Path, *, together: bool) -> dict[str, Any]:
    clock = folder / "clock"
    _move(clock, "+0")
    if together:
        ENVIRONMENT.update(_moved_by(clock))
    async with MailServer() as mail_server, embedded_postgres(folder / "postgres") as dsn:
        settings = {"INFLOW_SMTP_URL": mail_server.url, "INFLOW_DATABASE_URL": dsn, **ROOMY, **_moved_by(clock)}
        async with House(folder / "home", begins=Executed, **settings) as house:
            return await _live(house, mail_server, clock)


async def _live(house: House, mail_server: MailServer, clock: Path) -> dict[str, Any]:
    four = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob", "carol", "dave")]
    chats = [await Correspondence.between(*four[:2]), await Correspondence.between(*four[2:])]
    history = History()
    pages = [
        Correspondent(chat, member, history, EACH, every=0.5) for chat in chats for member in (chat.one, chat.other)
    ]
    talking = [asyncio.create_task(each.talk()) for each in pages]
    hours, nooks = [], []
    for jump in JUMPS:
        _move(clock, jump)
        await acknowledged(history, len(pages), seconds=PATIENCE)
        hours.append(await _ahead(house))
        nooks.append(await _nook(four[0]))
    _move(clock, "+0")
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*talking)
    await until(lambda: _is_ready(house), seconds=PATIENCE)
    return {
        "hours ahead": hours,
        "nooks": nooks,
        "signed in": [await member.is_signed_in() for member in four],
        "errors": [line for line in house.said.splitlines() if "incident" in line or "cycle failed" in line],
        "anomalies": await judged(history, chats),
    }


async def _ahead(house: House) -> tuple[int, int]:
    """How many hours the clocks of the server and of PostgreSQL are ahead of this process's."""
    psql = await house.database()
    theirs = await psql.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8") - time.time()
    await psql.close()
    async with Browser(house).socket(introduces=False) as peer:
        ours = time.time() * 1000
        await peer.say({"type": "Connect", "sessionId": "a-clock", "connectionCount": 0, "clientTs": ours})
        await peer.follow()
        skew: float = (await peer.hear())["clientClockSkew"]
    return round(-skew / 3_600_000), round(theirs / 3_600)


async def _nook(member: Member) -> str:
    """The code that another choice of a nook is refused with in the first seven days, or "chosen"."""
    async with member.page() as page:
        answer = await page.does("users:updateNook", userId=member.user_id, newNook="lifestyle")
    return "chosen" if answer["success"] else str(answer["errorData"]["code"])


def _moved_by(file: Path) -> dict[str, str]:
    """The settings of a process whose clock this file moves."""
    return {
        "LD_PRELOAD": str(LIBRARY),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


def _move(clock: Path, by: str) -> None:
    whole = clock.with_suffix(".new")
    whole.write_text(f"{by}\n", encoding="ascii")
    whole.chmod(0o644)
    whole.replace(clock)


async def _is_ready(house: House) -> bool:
    return (await Browser(house).http.get("/readyz")).status_code == 200


if __name__ == "__main__":
    sys.exit(main())
