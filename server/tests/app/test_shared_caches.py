"""A cache of fotos in front of Inflow asks for each request who may see them, and forgets what is deleted."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.app.edge import Edge
from tests.app.house import ROOMY, House, until
from tests.app.people import Browser, Member

import photographs
from inflow.app.settings import BadSetting, Settings
from mail.mail_server import MailServer

PICTURE = photographs.jpeg(1200, 900)


def asking(url: str) -> str:
    """Where a cache asks about the file at this address."""
    return url.replace("/media/", "/api/media/access/")


async def test_a_cache_is_told_the_same_as_the_member_who_asks(house: House, mail_server: MailServer) -> None:
    dora, emil, fritz = [await Member.sign_up(house, mail_server, name) for name in ("dora", "emil", "fritz")]
    url = await dora.photo(PICTURE)
    before = [(await each.http.get(asking(url))).status_code for each in (dora, emil)]
    await dora.does("posts:createPost", **dora.foto(url))
    await _block(dora, fritz)

    answers = [await each.http.get(asking(url)) for each in (dora, emil, fritz, Browser(house))]

    assert before == [204, 403]
    assert [answer.status_code for answer in answers] == [204, 204, 403, 403]
    assert {(answer.content, answer.headers["Cache-Control"]) for answer in answers} == {(b"", "no-store")}


async def test_a_foto_that_moves_to_the_cue_is_refused_at_the_addresses_that_strangers_had(
    house: House, mail_server: MailServer
) -> None:
    nora, otto = [await Member.sign_up(house, mail_server, name) for name in ("nora", "otto")]
    url = await nora.photo(PICTURE)
    post = await nora.does("posts:createPost", **nora.foto(url))
    addresses = [url, asking(url), *(each["url"] for each in post["variants"])]

    async def answers(member: Member) -> set[int]:
        return {(await member.http.get(each)).status_code for each in addresses}

    assert await answers(otto) == {200, 204}
    await nora.does("posts:setAudience", postId=post["_id"], postType="cue")
    assert await answers(otto) == {403, 404}
    assert await answers(nora) == {200, 204}
    await nora.does("posts:setAudience", postId=post["_id"], postType="sphere")
    assert await answers(otto) == {200, 204}


async def test_a_further_foto_is_refused_whenever_its_post_is(house: House, mail_server: MailServer) -> None:
    nora, otto = [await Member.sign_up(house, mail_server, name) for name in ("nora", "otto")]
    first, second = [await nora.photo(photographs.jpeg(width, 900)) for width in (1200, 1100)]
    kept = {name: nora.foto(second)[name] for name in ("imageUrl", "ratio", "filter", "adjustments")}
    post = await nora.does("posts:createPost", **nora.foto(first, furtherFotos=[kept]))
    async with otto.page() as page:
        seen = page.peer.results[await page.follows("posts:getFurtherFotos", postId=post["_id"])]
    addresses = [second, asking(second), *(each["url"] for each in seen[0]["variants"])]

    async def answers(member: Member) -> set[int]:
        return {(await member.http.get(each)).status_code for each in addresses}

    withdrawn = [
        ("posts:setAudience", {"postType": "cue"}, "posts:setAudience", {"postType": "sphere"}),
        ("posts:archive", {}, "posts:unarchive", {}),
    ]
    for away, given, back, given_back in withdrawn:
        assert await answers(otto) == {200, 204}
        await nora.does(away, postId=post["_id"], **given)
        assert (await answers(otto), await answers(nora)) == ({403, 404}, {200, 204})
        await nora.does(back, postId=post["_id"], **given_back)
    assert await answers(otto) == {200, 204}
    await _block(nora, otto)
    assert await answers(otto) == {403, 404}
    await nora.does("posts:deletePost", postId=post["_id"])

    async def is_gone() -> bool:
        return await answers(nora) == {403, 404}

    await until(is_gone)


@pytest.mark.parametrize("name", ["original", "source", "1080.gif", "320.webp.webp", "video.mp4", "4000.webp"])
async def test_a_cache_is_given_nothing_but_files_that_members_see(
    house: House, mail_server: MailServer, name: str
) -> None:
    gina = await Member.sign_up(house, mail_server, "gina")
    url = await gina.photo(PICTURE)

    answers = [await gina.http.get(f"{each.rpartition('/')[0]}/{name}") for each in (url, asking(url))]

    assert [answer.status_code for answer in answers] == [404, 403]


@asynccontextmanager
async def stubborn_cache() -> AsyncIterator[tuple[str, list[str]]]:
    """A cache that fails at first: its address, and the requests that it answered."""
    answered: list[str] = []
    failures = ["HTTP/1.1 503 Service Unavailable"]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[0]
        if failures:
            status = failures.pop()
        else:
            status = "HTTP/1.1 404 Not Found" if answered else "HTTP/1.1 200 OK"
            answered.append(request)
        writer.write(f"{status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", answered


async def test_a_cache_that_was_down_forgets_a_deleted_foto_when_it_is_back(
    home: Path, mail_server: MailServer
) -> None:
    async with stubborn_cache() as (address, answered):
        async with House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_MEDIA_CACHES=f"{address}/") as house:
            hugo = await Member.sign_up(house, mail_server, "hugo")
            url = await hugo.photo(PICTURE)
            post = await hugo.does("posts:createPost", **hugo.foto(url))

            await hugo.does("posts:deletePost", postId=post["_id"])

            async def is_told() -> bool:
                return any(url in request for request in answered)

            await until(is_told)
        assert {request.split("/")[0] for request in answered} == {"PURGE "}
        assert {request.split("/")[2] for request in answered} == {url.split("/")[2]}
        assert not any("original" in request for request in answered)


@pytest.mark.parametrize(
    "given", ["10.0.0.5:8081", "ftp://cache.example.org", "http://cache.example.org/media", "http://a:b@cache"]
)
def test_an_address_that_is_no_caches_is_refused_at_the_start(given: str) -> None:
    with pytest.raises(BadSetting, match="INFLOW_MEDIA_CACHES"):
        Settings.from_environment({"INFLOW_MEDIA_CACHES": f"http://10.0.0.4:8081, {given}"})


@pytest.mark.long
async def test_nginx_keeps_the_bytes_and_inflow_decides_who_gets_them(home: Path, mail_server: MailServer) -> None:
    if shutil.which("nginx") is None:
        pytest.skip("scripts/nginx-packages.sh installs nginx")
    async with AsyncExitStack() as stack:
        house = House(home, INFLOW_SMTP_URL=mail_server.url, INFLOW_TRUSTED_PROXIES="127.0.0.1", **ROOMY)
        edge = Edge(home.parent / "edge", house.port)
        stack.push_async_callback(edge.stop)
        await stack.enter_async_context(house)
        await house.stop()
        await house.start(INFLOW_MEDIA_CACHES=edge.purging)
        await edge.start()
        ida, jan, kurt = [await Member.sign_up(house, mail_server, name) for name in ("ida", "jan", "kurt")]
        url = await ida.photo(PICTURE)
        post = await ida.does("posts:createPost", **ida.foto(url))
        await _block(ida, kurt)
        stored = home / "media" / url.removeprefix("/media/")[:2] / url.removeprefix("/media/")
        assert stored.exists()
        at_edge = [_at(edge, each) for each in (ida, jan, kurt, Browser(house))]
        first = await at_edge[0].get(url)
        hidden = stored.rename(home / "hidden")  # from now on only the cache has it

        others = [await each.get(url) for each in at_edge[1:]]
        again = await at_edge[1].get(url, headers={"If-None-Match": others[0].headers["ETag"]})
        refused = await _refusal(house, url)

        assert first.status_code == 200
        assert [answer.status_code for answer in others] == [200, 404, 404]
        assert others[0].content == first.content
        assert others[0].headers["Cache-Control"] == "private, max-age=31536000, immutable"
        assert (again.status_code, again.content) == (304, b"")
        assert {answer.text for answer in others[1:]} == {refused}
        assert edge.cached() == {url.removeprefix("/media/")}
        for way in (f"{url}?x=1", url.replace("/media/", "//media/"), url.replace("/media/", "/media/./")):
            assert (await at_edge[2].get(way)).status_code == 404, way

        hidden.rename(stored)
        await ida.does("posts:deletePost", postId=post["_id"])

        assert (await at_edge[1].get(url)).status_code == 404

        async def is_forgotten() -> bool:
            return not edge.cached()

        await until(is_forgotten)
        for each in at_edge:
            await each.aclose()


async def _block(one: Member, other: Member) -> None:
    psql = await one.house.database()
    ids = [await psql.fetchval("SELECT id FROM profiles WHERE user_id = $1", each.user_id) for each in (one, other)]
    await psql.close()
    await one.does("profiles:blockUser", blockerId=ids[0], blockedId=ids[1])


async def _refusal(house: House, url: str) -> str:
    """What Inflow itself answers a stranger."""
    async with httpx.AsyncClient(base_url=house.address, trust_env=False) as http:
        return (await http.get(url)).text


def _at(edge: Edge, browser: Browser) -> httpx.AsyncClient:
    """The same browser at the edge."""
    return httpx.AsyncClient(base_url=edge.address, cookies=browser.http.cookies, trust_env=False, timeout=30)
