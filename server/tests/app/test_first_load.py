"""A page without a browser cache makes many requests at once, and several people may share one address."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.app.house import House
from tests.app.people import Member

import photographs
from inflow.app.web_files import web_folder

PEOPLE = 4
PHOTOS = 24
OUR_PAGE = {"Sec-Fetch-Site": "same-origin", "X-App": "1"}
AT_ONCE = httpx.Limits(max_connections=6)  # as browsers do


@pytest.mark.long
async def test_four_people_behind_one_address_open_the_app_for_the_first_time(house: House, alice: Member) -> None:
    photo = await alice.photo(photographs.plain((40, 120, 10)))
    folder = web_folder()
    assert folder is not None
    files = await asyncio.to_thread(_files, folder)

    loads = await asyncio.gather(*(_load(house, alice, [*files, *[photo] * PHOTOS]) for _ in range(PEOPLE)))

    assert len(files) > 50, "this is a whole app"
    assert {status for statuses in loads for status in statuses} == {200}


async def test_a_page_names_what_it_begins_with_before_anything_else_that_is_fetched(house: House) -> None:
    folder = web_folder()
    assert folder is not None
    manifest = folder / "preload-manifest.json"
    begun: dict[str, list[str]] = msgspec.json.decode(await asyncio.to_thread(manifest.read_bytes))
    async with httpx.AsyncClient(timeout=60, base_url=house.address, trust_env=False) as browser:
        addresses = ("/profile", "/preview/somebody", "/intexted?chat=abc", "/intexted?tab=syncflows&to=chat")
        profile, other, chat, inbox = [(await browser.get(each)).text for each in addresses]

    assert _named(profile)[: len(begun["/profile"])] == begun["/profile"]
    assert _named(other)[: len(begun["*"])] == begun["*"]
    assert set(begun["*"]) < set(begun["/profile"])
    assert _named(chat)[: len(begun["/intexted?chat"])] == begun["/intexted?chat"]
    assert _named(inbox)[: len(begun["/intexted"])] == begun["/intexted"]
    assert set(begun["/intexted"]) < set(begun["/intexted?chat"])


async def test_what_pages_tell_whoever_develops_them_is_in_no_built_file() -> None:
    folder = web_folder()
    assert folder is not None
    scripts = [path for path in await asyncio.to_thread(list, folder.rglob("*.js")) if path.is_file()]

    assert len(scripts) > 50, "this is a whole app"
    assert [path for path in scripts if b"unhandled rejection" in await asyncio.to_thread(path.read_bytes)] == []


def _named(page: str) -> list[str]:
    """The assets that a page links to, in order."""
    return re.findall(r'(?:href|src)="/(assets/[^"]+)"', page)


async def _load(house: House, member: Member, paths: list[str]) -> list[int]:
    async with httpx.AsyncClient(
        base_url=house.address, cookies=member.http.cookies, limits=AT_ONCE, timeout=30, trust_env=False
    ) as browser:
        answers = await asyncio.gather(*(browser.get(path) for path in ["/", *paths]))
        token = await browser.post(
            "/api/identity/token",
            headers={"Origin": house.origin, "Sec-Fetch-Site": "same-origin", "X-App": "1"},
            json={},
        )
    return [answer.status_code for answer in [*answers, token]]


def _files(folder: Path) -> list[str]:
    """The files of the app that a browser may fetch, and that its service worker fetches at installation."""
    kept = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".br", ".gz", ".html"}]
    return [f"/{path.relative_to(folder)}" for path in kept if not path.relative_to(folder).parts[0].startswith(".")]
