"""A server whose processes are killed again and again while pages write, whose PostgreSQL ends and whose log is cut: no
acknowledged message is lost or doubled, no outsider sees one, and all pages reconnect and show the newest.

`make soak` does the same for longer, with two thousand pages, and measures the time it takes.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence, Correspondent, judged
from tests.app.faults import FAULTS
from tests.app.history import History
from tests.app.house import ROOMY, House, meanwhile, until
from tests.app.outsiders import Outsider
from tests.app.people import Member
from tests.app.storm import gathered, told

from mail.mail_server import MailServer

SERVING = 2
HAPPENS = {"worker": 5, "cut": 5, "postgres": 2, "kill": 1}
EACH = 4
ONLOOKERS = 100


@pytest.fixture(scope="module")
async def house(home_to_crash_in: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow of two processes, of its own, that the tests kill."""
    async with House(home_to_crash_in, serving=SERVING, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        yield house


@pytest.mark.timeout(900)
async def test_a_hundred_pages_write_through_all_that_happens_to_a_server(
    house: House, mail_server: MailServer, tmp_path: Path
) -> None:
    seed = int(os.environ.get("INFLOW_SEED") or secrets.randbelow(2**32))
    chance = random.Random(seed)
    alice, bob, carol, dave = [
        await Member.sign_up(house, mail_server, name) for name in ("alice", "bob", "carol", "dave")
    ]
    chats = [await Correspondence.between(alice, bob), await Correspondence.between(carol, dave)]
    history, outsider = History(), Outsider(alice, *chats)
    pages = [
        Correspondent(chat, member, history, EACH)
        for chat in chats
        for member in (chat.one, chat.other)
        for _ in range(25)
    ]
    faults = [fault for fault, times in HAPPENS.items() for _ in range(times)]
    chance.shuffle(faults)
    faults.sort(key=lambda fault: fault != "kill")  # first, while all pages are certainly still sending
    print(f"seed {seed}: {', '.join(faults)}; history {tmp_path / 'history.jsonl.gz'}")

    async with meanwhile([outsider.listen()]):
        talking = [asyncio.create_task(page.talk()) for page in pages]
        for number, fault in enumerate(faults, 1):
            enough = len(pages) * EACH * number // (len(faults) + 2)
            await until(lambda enough=enough: _reached(history, enough), seconds=60)
            await FAULTS[fault](house, chance)
        async with asyncio.timeout(120):
            await asyncio.gather(*talking)
    found = await judged(history, chats, tmp_path / "history.jsonl.gz")

    assert history.count("acknowledged") == len(pages) * EACH
    assert any(page.away for page in pages)
    assert found == []
    assert await _rows(house) == len(pages) * EACH
    assert outsider.comings > 1
    assert not outsider.names_it
    assert outsider.told.isdisjoint(name for _, name in await chats[1].whole(carol))
    assert outsider.told  # the messages of her own conversation


async def test_a_hundred_pages_that_come_back_at_once_are_current_within_seconds(
    house: House, mail_server: MailServer
) -> None:
    members = [await Member.sign_up(house, mail_server, name) for name in ("mia", "nils", "olga", "pim")]
    chats = [await Correspondence.between(*pair) for pair in (members[:2], members[2:])]
    history = History()
    onlookers = await gathered(chats, ONLOOKERS, history)
    async with meanwhile(each.look() for each in onlookers):
        await told(chats, onlookers, history)

        await house.kill()
        await house.start()
        await told(chats, onlookers, history)

    assert all(each.comings == 2 for each in onlookers)
    assert history.count("read") >= 2 * len(onlookers)
    assert await judged(history, chats) == []


async def _reached(history: History, enough: int) -> bool:
    return history.count("acknowledged") >= enough


async def _rows(house: House) -> int:
    psql = await house.database()
    count: int = await psql.fetchval("SELECT count(*) FROM messages")
    await psql.close()
    return count
