"""A server killed again and again while pages write: nothing acknowledged is lost, nothing is there twice, and all come
back at once and are current within seconds.

`make soak` does it longer, and with two thousand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence, Correspondent, judged
from tests.app.history import History
from tests.app.house import ROOMY, House, meanwhile, until
from tests.app.people import Member
from tests.app.storm import gathered, told

from mail.post_office import PostOffice

KILLS = 5
EACH = 4
ONLOOKERS = 100
CURRENT_WITHIN = 5.0
TIMES_AS_LONG = 10


@pytest.fixture(scope="module")
async def house(home_to_crash_in: Path, office: PostOffice) -> AsyncIterator[House]:
    """An Inflow of its own, to be killed."""
    async with House(home_to_crash_in, INFLOW_SMTP_URL=office.url, **ROOMY) as house:
        yield house


async def test_a_hundred_pages_write_through_five_kills(house: House, office: PostOffice) -> None:
    alice, bob, carol, dave = [await Member.sign_up(house, office, name) for name in ("alice", "bob", "carol", "dave")]
    chats = [await Correspondence.between(alice, bob), await Correspondence.between(carol, dave)]
    history = History()
    pages = [
        Correspondent(chat, member, history, EACH)
        for chat in chats
        for member in (chat.one, chat.other)
        for _ in range(25)
    ]
    talking = [asyncio.create_task(page.talk()) for page in pages]

    for kill in range(KILLS):
        enough = len(pages) * EACH * (kill + 1) // (KILLS + 2)
        await until(lambda enough=enough: _reached(history, enough))
        await house.kill()
        await house.start()
    async with asyncio.timeout(60):
        await asyncio.gather(*talking)

    assert history.count("acknowledged") == len(pages) * EACH
    assert sum(page.away for page in pages) >= len(pages)
    assert await judged(history, chats) == []
    assert await _rows(house) == len(pages) * EACH


async def test_a_hundred_pages_that_come_back_at_once_are_current_within_seconds(
    house: House, office: PostOffice
) -> None:
    members = [await Member.sign_up(house, office, name) for name in ("mia", "nils", "olga", "pim")]
    chats = [await Correspondence.between(*pair) for pair in (members[:2], members[2:])]
    onlookers = await gathered(chats, ONLOOKERS)
    async with meanwhile(each.look() for each in onlookers):
        undisturbed = await told(chats, onlookers)

        await house.kill()
        await house.start()
        times = await told(chats, onlookers)

    assert all(each.comings == 2 for each in onlookers)
    # Where a hundred pages take a second for a message as it is, others have the machine as well.
    assert times[-1] < max(CURRENT_WITHIN, TIMES_AS_LONG * undisturbed[-1])


async def _reached(history: History, enough: int) -> bool:
    return history.count("acknowledged") >= enough


async def _rows(house: House) -> int:
    psql = await house.database()
    count: int = await psql.fetchval("SELECT count(*) FROM messages")
    await psql.close()
    return count
