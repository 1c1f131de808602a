"""A photo in a message, fetched over HTTP: only the two members of the conversation get it."""

from __future__ import annotations

from tests.app.correspondents import Correspondence
from tests.app.house import House
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer


async def test_only_the_two_can_fetch_it(house: House, mail_server: MailServer) -> None:
    dora, emil, fritz = [await Member.sign_up(house, mail_server, name) for name in ("dora", "emil", "fritz")]
    chat = await Correspondence.between(dora, emil)
    url = await dora.photo(photographs.plain((40, 90, 160)))
    assert (await emil.http.get(url)).status_code == 404

    async with dora.page() as page:
        photo = {**chat.message(dora, "a photo"), "type": "photo", "content": url}
        sent = await page.does("messages:sendMessage", **photo)

    assert sent["success"], sent
    assert [(await member.http.get(url)).status_code for member in (dora, emil, fritz)] == [200, 200, 404]
    async with dora.page() as page:
        await page.does("messages:deleteMessage", messageId=sent["result"]["_id"])
    assert (await emil.http.get(url)).status_code == 404
