"""The end of a session closes its open pages within a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.app.house import House
from tests.app.people import PASSWORD, Member

from mail.mail_server import MailServer

NEW = "High-Tide-2026"
Closes = Callable[[Awaitable[httpx.Response]], Awaitable[None]]


@pytest.fixture
async def own_mail_server() -> AsyncIterator[MailServer]:
    """A mail server for this house alone."""
    async with MailServer() as mail_server:
        yield mail_server


@pytest.fixture
async def place(home: Path, own_mail_server: MailServer) -> AsyncIterator[House]:
    async with House(home, INFLOW_SMTP_URL=own_mail_server.url) as house:
        yield house


async def test_they_close_whatever_ended_it(place: House, own_mail_server: MailServer) -> None:
    desk = await Member.sign_up(place, own_mail_server, "carol")
    address = f"{desk.username}@example.org"

    async with open_elsewhere(place, own_mail_server, desk, PASSWORD) as closes:
        await closes(desk.ask("/sessions/end-others"))
    async with open_elsewhere(place, own_mail_server, desk, PASSWORD) as closes:
        listed = (await desk.http.get("/api/identity/sessions")).json()
        (other,) = [session["id"] for session in listed if not session["current"]]
        await closes(desk.ask(f"/sessions/{other}/end"))
    async with open_elsewhere(place, own_mail_server, desk, PASSWORD) as closes:
        await closes(desk.ask("/password", currentPassword=PASSWORD, newPassword=NEW))
    await own_mail_server.next()
    psql = await place.database()
    await psql.execute("DELETE FROM identity_counters")  # resets the rate limit: the sign-up email has just been sent
    await psql.close()
    async with open_elsewhere(place, own_mail_server, desk, NEW) as closes:
        challenge = (await desk.ask("/reset", email=address)).json()["challengeId"]
        code = (await own_mail_server.next()).code
        await closes(desk.ask("/reset/complete", challengeId=challenge, code=code, newPassword=PASSWORD))
    await own_mail_server.next()
    await desk.ask("/sign-in", identifier=address, password=PASSWORD)
    async with open_elsewhere(place, own_mail_server, desk, PASSWORD) as closes:
        await closes(desk.ask("/delete", password=PASSWORD))


@asynccontextmanager
async def open_elsewhere(
    place: House, own_mail_server: MailServer, desk: Member, password: str
) -> AsyncIterator[Closes]:
    """Open a page of the same member in another browser."""
    phone = Member(place)
    signed_in = await phone.ask("/sign-in", identifier=desk.username, password=password)
    assert signed_in.status_code == 200, signed_in.text
    await own_mail_server.next()
    async with phone.page() as page:
        await page.follows("users:me")

        async def closes(deed: Awaitable[httpx.Response]) -> None:
            answer = await deed
            assert answer.status_code in {200, 204}, answer.text
            await page.peer.ending()
            assert not await phone.is_signed_in()

        yield closes
