"""The original of a foto, fetched over HTTP: its author gets it, and no one else who may see the foto."""

from __future__ import annotations

from tests.app.correspondents import Correspondence
from tests.app.house import House
from tests.app.people import Browser, Member

import photographs
from mail.mail_server import MailServer

PICTURE = photographs.jpeg(1600, 1200)


async def test_only_the_author_gets_it(house: House, mail_server: MailServer) -> None:
    dora, emil, fritz = [await Member.sign_up(house, mail_server, name) for name in ("dora", "emil", "fritz")]
    await Correspondence.between(dora, emil)
    url = await dora.photo(PICTURE)
    async with dora.page() as page:
        assert (await page.does("posts:createPost", **dora.foto(url)))["success"]
    original = f"/api/media/{url.split('/')[2]}/original"
    everyone = (dora, emil, fritz, Browser(house))

    rendition = [(await each.http.get(url)).status_code for each in everyone]
    answers = [await each.http.get(original) for each in everyone]

    assert rendition == [200, 200, 200, 404]
    assert [answer.status_code for answer in answers] == [200, 404, 404, 404]
    assert answers[0].content == PICTURE
    assert {answer.text for answer in answers[1:]} == {(await dora.http.get(f"/api/media/{'a' * 26}/original")).text}

    await dora.ask("/sign-out")
    assert (await dora.http.get(original)).status_code == 404
