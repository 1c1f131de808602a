"""A server under load is restored to random moments. `make soak SOAK=restores` does it for longer."""

from __future__ import annotations

import random
import secrets
from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence
from tests.app.house import ROOMY, House
from tests.app.lost_disks import lost_with_the_disk
from tests.app.people import Member
from tests.app.restores import restores

from mail.mail_server import MailServer


@pytest.mark.long
async def test_every_restored_moment_is_a_prefix_of_what_became_of_it(home: Path, mail_server: MailServer) -> None:
    house, seed = House(home, INFLOW_SMTP_URL=mail_server.url, **ROOMY), secrets.randbelow(2**32)
    print(f"seed {seed}")
    await house.start()
    members = [await Member.sign_up(house, mail_server, name) for name in ("alva", "bert", "cleo", "dora")]
    chats = [await Correspondence.between(*members[:2]), await Correspondence.between(*members[2:])]

    assert await restores(house, chats, home.parent, 3, seed) == []


@pytest.mark.long
async def test_only_the_last_messages_are_lost_with_the_disk(home: Path, mail_server: MailServer) -> None:
    house = House(home, INFLOW_SMTP_URL=mail_server.url, **ROOMY)
    await house.start()
    members = [await Member.sign_up(house, mail_server, name) for name in ("ella", "finn", "gwen", "hugo")]
    chats = [await Correspondence.between(*members[:2]), await Correspondence.between(*members[2:])]

    loss = await lost_with_the_disk(house, chats, random.Random())

    assert loss.problems == []
