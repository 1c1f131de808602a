"""The head of a member's feed page names the fotos that the feed begins with, so that a browser fetches them early."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import httpx
import pytest
from tests.app.house import House, until
from tests.app.people import Member

from inflow.app.limits import HostRateLimits, request_costs_of
from inflow.app.settings import Settings
from mail.mail_server import MailServer

FEED, PHOTO, FILE = "/homefeed", "/media/a/640.avif", "/assets/a.js"
FIRST = 6


@pytest.fixture
async def nora(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "nora")


@pytest.fixture
async def omar(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "omar")


async def test_a_members_page_names_the_six_that_the_feed_begins_with(house: House, nora: Member) -> None:
    await _posts(nora, 8)

    named = await _names(house, nora)

    async with nora.page() as page:
        first = (await page.feed()).posts[:FIRST]
    assert named == [_as_requested(post) for post in first]
    assert len(named) == FIRST


async def test_no_member_gets_a_page_that_names_fotos_of_another_one(house: House, nora: Member, omar: Member) -> None:
    await _posts(nora, FIRST, post_type="cue")
    shown = {foto["srcset"] for foto in await _names(house, nora)}
    assert len(shown) == FIRST

    hers, his, strangers = [await _page(house, member) for member in (nora, omar, None)]

    assert not shown & {foto["srcset"] for foto in _named(his)}
    assert _named(strangers) == []
    assert hers.headers["cache-control"] == ("private, no-cache" if _named(hers) else "no-cache")
    assert strangers.headers["cache-control"] == "no-cache"


async def test_it_names_none_of_a_member_who_was_blocked(house: House, nora: Member, omar: Member) -> None:
    await _posts(omar, 2)
    before = {foto["srcset"] for foto in await _names(house, nora)}
    async with omar.page() as page:
        theirs = {_as_requested(post)["srcset"] for post in (await page.feed()).posts if post["userId"] == omar.user_id}
    assert theirs <= before

    await _block(nora, omar)

    assert not theirs & {foto["srcset"] for foto in _named(await _page(house, nora))}


async def test_the_page_comes_without_them_while_the_database_is_busy(house: House, nora: Member) -> None:
    await _posts(nora, 1)
    operator = await house.database()
    async with operator.transaction():
        await operator.execute("LOCK TABLE identity_sessions IN ACCESS EXCLUSIVE MODE")
        page = await _page(house, nora)
    await operator.close()

    assert _named(page) == []
    assert 'id="root"' in page.text
    assert await _names(house, nora) != []


def test_a_host_may_ask_for_that_page_as_often_as_for_photos() -> None:
    limits = request_costs_of(HostRateLimits.of(Settings.from_environment({})))

    feed, photo, file = [limits({"type": "http", "method": "GET", "path": path}) for path in (FEED, PHOTO, FILE)]

    assert feed == photo
    assert feed != file


async def _page(house: House, member: Member | None) -> httpx.Response:
    cookies = None if member is None else member.http.cookies
    async with httpx.AsyncClient(base_url=house.address, cookies=cookies, timeout=60, trust_env=False) as browser:
        page = await browser.get(FEED)
    assert page.status_code == 200
    return page


async def _names(house: House, member: Member) -> list[dict[str, Any]]:
    """What the member's page names, as soon as the server answers in time: while it is busy, it names nothing."""
    named: list[dict[str, Any]] = []

    async def names_some() -> bool:
        named[:] = _named(await _page(house, member))
        return named != []

    await until(names_some)
    return named


def _named(page: httpx.Response) -> list[dict[str, Any]]:
    found = re.search(r'<meta name="first-fotos" content="([^"]*)"', page.text)
    assert found is not None
    named: list[dict[str, Any]] = json.loads(html.unescape(found[1]) or "[]")
    return named


def _as_requested(post: dict[str, Any]) -> dict[str, str]:
    """What a wall requests of a post: all widths of its best format."""
    kind = next(each for each in ("image/avif", "image/webp", "image/jpeg") if _widths(post, each))
    return {"type": kind, "srcset": _widths(post, kind)}


def _widths(post: dict[str, Any], kind: str) -> str:
    return ", ".join(f"{each['url']} {int(each['width'])}w" for each in post["variants"] if each["type"] == kind)


async def _posts(member: Member, count: int, *, post_type: str = "sphere") -> None:
    async with member.page() as page:
        for photo in await member.photos_by_hand(count):
            done = await page.does("posts:createPost", **member.foto(photo, postType=post_type))
            assert done["success"], done


async def _block(member: Member, other: Member) -> None:
    async with member.page() as hers, other.page() as his:
        ids = [page.peer.results[await page.follows("users:me")]["profileId"] for page in (hers, his)]
        done = await hers.does("profiles:blockUser", blockerId=ids[0], blockedId=ids[1])
    assert done["success"], done
