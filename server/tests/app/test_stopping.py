"""Inflow without a mail server, as a newcomer tries it out, until they stop it."""

from __future__ import annotations

import re
from pathlib import Path

import asyncpg
import pytest
from tests.app.house import House, until
from tests.app.people import PASSWORD, Member
from tests.app.processes import Executed


async def test_who_tries_it_out_reads_the_code_on_the_mailbox_page_and_stops_it_without_a_trace(home: Path) -> None:
    async with House(home, Executed) as house:
        dora = Member(house)
        dora.username = "dora"
        begun = await dora.ask(
            "/sign-up",
            email="dora@example.org",
            fullName="Dora Doe",
            username="dora",
            password=PASSWORD,
            dateOfBirth="1990-02-28",
            termsAccepted=True,
        )
        page = await dora.http.get("/dev/mailbox")
        reported = await dora.http.post("/api/debug_event", json={"type": "drawn", "after": 12})
        await dora.bring(await _code(dora), begun.json()["challengeId"])
        await dora.choose_scenic()
        async with dora.page() as open_page, dora.socket() as waiting:
            await open_page.feed()

            ended = await house.stop()

            assert [await open_page.peer.ending(), await waiting.ending()] == [1012, 1012]

    assert page.status_code == 200
    assert "script-src" not in page.headers["content-security-policy"]
    assert reported.status_code == 204
    assert "'type': 'drawn'" in ended.said
    assert ended.code == 0, ended.said
    assert "Traceback" not in ended.said
    assert not (house.cluster.data / "postmaster.pid").exists()
    with pytest.raises((OSError, asyncpg.CannotConnectNowError)):
        await house.database()


async def _code(member: Member) -> str:
    """The code on the mailbox page, once the email is there."""
    emails: list[dict[str, str]] = []

    async def arrived() -> bool:
        emails[:] = (await member.http.get("/dev/mailbox.json")).json()
        return bool(emails)

    await until(arrived)
    found = re.search(r"\b\d{6}\b", emails[0]["text"])
    assert found, emails
    return found[0]
