"""Fills the disk of an Inflow's home, with its PostgreSQL, while members write, and frees it again: first so that no
table grows, then so that the database's log does not, which ends PostgreSQL.

    python -m tests.app.full_disk FOLDER

Prints what members and operators got, as JSON. It is a disk of its own, so that no other one is filled.
"""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
from tests.app import own_disk, own_network
from tests.app.correspondents import NEWEST, Correspondence, Correspondent, acknowledged, judged
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.app.people import PASSWORD, Browser, Member

from mail.mail_server import MailServer

MEGABYTES = 400
EACH = 60
REFUSALS = 5
PATIENCE = 150.0  # seconds
_SEGMENT = "SELECT pg_logical_emit_message(false, 'filling', repeat('x', 1000000)), pg_switch_wal()"


async def _full(folder: Path) -> dict[str, Any]:
    async with (
        MailServer() as mail_server,
        House(folder / "home", INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house,
    ):
        four = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob", "carol", "dave")]
        chats = [await Correspondence.between(*four[:2]), await Correspondence.between(*four[2:])]
        history = History()
        pages = [
            Correspondent(chat, member, history, EACH, every=0.5) for chat in chats for member in (chat.one, chat.other)
        ]
        photos = await chats[0].one.photos_by_hand(60)
        talking = [asyncio.create_task(each.talk()) for each in pages]
        found: dict[str, Any] = {}
        for what, look in (("tables", _no_table_grows), ("log", _the_log_does_not_grow)):
            await acknowledged(history, len(pages), seconds=PATIENCE)
            ballast = own_disk.fill(folder)
            found[what] = await look(house, chats[0], photos)
            ballast.unlink()
            freed = time.monotonic()
            await acknowledged(history, len(pages), seconds=PATIENCE)
            found[what]["seconds"] = time.monotonic() - freed
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*talking)
        found["errors"] = [line for line in house.said.splitlines() if "incident" in line or "cycle failed" in line]
        return {**found, "anomalies": await judged(history, chats)}


async def _no_table_grows(house: House, chat: Correspondence, photos: list[str]) -> dict[str, Any]:
    """What a member is told while the disk is full, and what they can read."""
    codes: list[str] = []
    async with chat.one.page() as page:
        page.peer.patience = PATIENCE
        while len(codes) < REFUSALS:  # the tables have some room left
            answer = await page.does("posts:createPost", **chat.one.foto(photos.pop()))
            codes += [] if answer["success"] else [answer["errorData"]["code"]]
        await until(lambda: _is_unready(house), seconds=PATIENCE)
        read = await page.follows("messages:getMessages", conversationId=chat.id, paginationOpts=NEWEST)
        reads = bool(page.peer.results[read]["page"])
    return {"codes": codes, "reads": reads, "sign-in": await _sign_in(house, chat.one), **await _health(house)}


async def _the_log_does_not_grow(house: House, chat: Correspondence, _photos: list[str]) -> dict[str, Any]:
    """What an operator sees while PostgreSQL cannot start, because its log has no room."""
    with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        psql = await house.database()
        while True:
            await psql.execute(_SEGMENT)
    await until(lambda: _is_unready(house), seconds=PATIENCE)
    return {"sign-in": await _sign_in(house, chat.one), **await _health(house)}


async def _sign_in(house: House, member: Member) -> str:
    """The code that a login is refused with, which writes to the database."""
    answer = await Browser(house).ask("/sign-in", identifier=member.username, password=PASSWORD)
    return f"{answer.status_code} {answer.json().get('code')}"


async def _health(house: House) -> dict[str, Any]:
    http = Browser(house).http
    return {path[1:]: (await http.get(path)).status_code for path in ("/livez", "/readyz")}


async def _is_unready(house: House) -> bool:
    return (await _health(house))["readyz"] == 503


if __name__ == "__main__":
    sys.exit(own_network.play(_full, lambda folder: own_disk.mount(folder, MEGABYTES)))
