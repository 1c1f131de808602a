"""The end of a session closes its open pages within a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.app.house import House
from tests.app.people import PASSWORD, Member

from mail.post_office import PostOffice

NEW = "High-Tide-2026"
Closes = Callable[[Awaitable[httpx.Response]], Awaitable[None]]


@pytest.fixture
async def letters() -> AsyncIterator[PostOffice]:
    """A mail server for this house alone."""
    async with PostOffice() as office:
        yield office


@pytest.fixture
async def place(home: Path, letters: PostOffice) -> AsyncIterator[House]:
    async with House(home, INFLOW_SMTP_URL=letters.url) as house:
        yield house


async def test_they_close_whatever_ended_it(place: House, letters: PostOffice) -> None:
    desk = await Member.sign_up(place, letters, "carol")
    address = f"{desk.username}@example.org"

    async with open_elsewhere(place, letters, desk, PASSWORD) as closes:
        await closes(desk.ask("/sessions/end-others"))
    async with open_elsewhere(place, letters, desk, PASSWORD) as closes:
        listed = (await desk.http.get("/api/identity/sessions")).json()
        (other,) = [session["id"] for session in listed if not session["current"]]
        await closes(desk.ask(f"/sessions/{other}/end"))
    async with open_elsewhere(place, letters, desk, PASSWORD) as closes:
        await closes(desk.ask("/password", currentPassword=PASSWORD, newPassword=NEW))
    await letters.next()
    psql = await place.database()
    await psql.execute("DELETE FROM identity_counters")  # resets the rate limit: the sign-up email has just been sent
    await psql.close()
    async with open_elsewhere(place, letters, desk, NEW) as closes:
        challenge = (await desk.ask("/reset", email=address)).json()["challengeId"]
        code = (await letters.next()).code
        await closes(desk.ask("/reset/complete", challengeId=challenge, code=code, newPassword=PASSWORD))
    await letters.next()
    await desk.ask("/sign-in", identifier=address, password=PASSWORD)
    async with open_elsewhere(place, letters, desk, PASSWORD) as closes:
        await closes(desk.ask("/delete", password=PASSWORD))


@asynccontextmanager
async def open_elsewhere(place: House, letters: PostOffice, desk: Member, password: str) -> AsyncIterator[Closes]:
    """Open a page of the same member in another browser."""
    phone = Member(place)
    signed_in = await phone.ask("/sign-in", identifier=desk.username, password=password)
    assert signed_in.status_code == 200, signed_in.text
    await letters.next()
    async with phone.page() as page:
        await page.follows("users:me")

        async def closes(deed: Awaitable[httpx.Response]) -> None:
            answer = await deed
            assert answer.status_code in {200, 204}, answer.text
            await page.peer.ending()
            assert not await phone.is_signed_in()

        yield closes
