"""Takes the network between an Inflow and its PostgreSQL away while members write, and gives it back.

    python -m tests.app.partition FOLDER

Nothing closes the connections: packets are lost, as when a cable is pulled or a virtual machine is moved. Prints what
members and operators got, as JSON. It runs in a network of its own.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.app import own_network
from tests.app.correspondents import Correspondence, Correspondent, judged
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.app.people import Browser, Member

from mail.mail_server import MailServer
from reflow.embedded import embedded_postgres

DATABASE, _LABEL, _PORT = "198.51.100.9", "lo:2", 5432
"""The address of PostgreSQL, its label, and its port."""
EACH = 40
PATIENCE = 150.0  # seconds


async def _partition(folder: Path) -> dict[str, Any]:
    async with (
        MailServer() as mail_server,
        embedded_postgres(folder / "postgres") as dsn,
        _relay(dsn) as url,
        House(folder / "home", INFLOW_SMTP_URL=mail_server.url, INFLOW_DATABASE_URL=url, **ROOMY) as house,
    ):
        four = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob", "carol", "dave")]
        chats = [await Correspondence.between(*four[:2]), await Correspondence.between(*four[2:])]
        history, http = History(), Browser(house).http
        pages = [
            Correspondent(chat, member, history, EACH, every=0.5) for chat in chats for member in (chat.one, chat.other)
        ]
        async with chats[0].one.page() as page:
            page.peer.patience = PATIENCE
            talking = [asyncio.create_task(each.talk()) for each in pages]
            await until(lambda: _reached(history, len(pages)))
            own_network.take(_LABEL)
            history.invoked("alice", chats[0].id, "during")
            during = await page.does("messages:sendMessage", **chats[0].message(chats[0].one, "during"))
            await until(_nobody_waits_for_postgresql, seconds=PATIENCE)
            readiness, life = [(await http.get(path)).status_code for path in ("/readyz", "/livez")]
            acknowledged = history.count("acknowledged")
            own_network.give(DATABASE, _LABEL)
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*talking)
            after = await page.does("messages:sendMessage", **chats[0].message(chats[0].one, "during"))
            history.acknowledged("alice", chats[0].id, "during")
        names = [name for _, name in await chats[0].whole(chats[0].other)]
        return {
            "during": during.get("errorData", {}).get("code"),
            "ready": readiness,
            "alive": life,
            "written": history.count("acknowledged") - acknowledged,
            "after": after["success"],
            "copies": names.count("during"),
            "anomalies": await judged(history, chats),
        }


@asynccontextmanager
async def _relay(dsn: str) -> AsyncIterator[str]:
    """A way to PostgreSQL by TCP; the URL of it."""
    parts = urlsplit(dsn)
    given = dict(parse_qsl(parts.query))
    there = Path(given["host"]) / f".s.PGSQL.{given['port']}"

    async def carry(here: StreamReader, back: StreamWriter) -> None:
        beyond, on = await asyncio.open_unix_connection(there)
        await asyncio.wait(
            [asyncio.create_task(_pass(here, on)), asyncio.create_task(_pass(beyond, back))],
            return_when="FIRST_COMPLETED",
        )
        for writer in (on, back):
            writer.transport.abort()

    async with await asyncio.start_server(carry, DATABASE, _PORT):
        yield f"postgresql://{parts.username}@{DATABASE}:{_PORT}{parts.path}"


async def _pass(source: StreamReader, target: StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await source.read(1 << 20):
            target.write(chunk)
            await target.drain()


async def _nobody_waits_for_postgresql() -> bool:
    """Whether no socket believes any more that it is connected to PostgreSQL's address."""
    return not any(there == (DATABASE, _PORT) for _, there in own_network.connections())


async def _reached(history: History, count: int) -> bool:
    return history.count("acknowledged") >= count


if __name__ == "__main__":
    sys.exit(own_network.play(_partition, lambda _: own_network.give(DATABASE, _LABEL)))
