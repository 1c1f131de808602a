"""The data of an Inflow whose PostgreSQL was of an older major version is there after the built-in one was upgraded."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence, Correspondent
from tests.app.history import History
from tests.app.house import House
from tests.app.people import Member
from tests.reflow.embedded.former import former_server

import photographs
from mail.mail_server import MailServer


@pytest.mark.long
async def test_members_find_their_messages_and_fotos_and_go_on(home: Path, mail_server: MailServer) -> None:
    history = History()
    house = House(home, INFLOW_SMTP_URL=mail_server.url)
    with former_server(home / "postgres", home.parent / "elsewhere") as place:
        await house.start(INFLOW_DATABASE_URL=place.dsn)
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob")]
        chat = await Correspondence.between(alice, bob)
        await Correspondent(chat, alice, history, 20).talk()
        photo = await alice.photo(photographs.plain((1, 90, 10)))
        await alice.does("posts:createPost", **alice.foto(photo, caption="Low tide"))
        before = await chat.whole(alice)
        await house.stop()

    await house.start(INFLOW_DATABASE_URL="")
    try:
        assert await chat.whole(bob) == before
        assert len(before) == 20
        async with bob.page() as page:
            feed = await page.feed()
            assert feed.captions == ["Low tide"]
            photo = await alice.photo(photographs.plain((90, 1, 10)))
            await alice.does("posts:createPost", **alice.foto(photo, caption="High tide"))
            await page.peer.until(lambda: feed.captions == ["High tide", "Low tide"])
        psql = await house.database()
        assert (await psql.fetchval("SHOW server_version")).startswith("18.")
        await psql.close()
    finally:
        print((await house.stop()).said)
