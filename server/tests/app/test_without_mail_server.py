"""Codes without a mail server: Inflow shows them on a page for this machine alone; in a network, only on the command
line.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.app.house import House, until
from tests.app.people import PASSWORD, Browser

THROUGH_A_PROXY = {
    "Caddy": {"Host": "photos.example.org", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"},
    "nginx with a Host header": {"Host": "photos.example.org"},
    "nginx without a Host header": {"X-Forwarded-For": "203.0.113.9"},
    "a proxy with the standard header": {"Forwarded": "for=203.0.113.9"},
    "a proxy that names only the port": {"X-Forwarded-Port": "443"},
    "a content delivery network": {"CF-Connecting-IP": "203.0.113.9"},
    "a load balancer": {"X-Amzn-Trace-Id": "Root=1-67891233-abcdef012345678912345678"},
    "a name rebound to this machine": {"Host": "rebound.example.org:8080"},
    "a Host header that is none": {"Host": "[::1"},
}
PAGES = [("GET", "/dev/mailbox"), ("GET", "/dev/mailbox.json"), ("POST", "/api/debug_event")]


@pytest.fixture(scope="module")
async def development(home_to_crash_in: Path) -> AsyncIterator[House]:
    """Inflow with no setting but its home."""
    async with House(home_to_crash_in) as house:
        yield house


@pytest.mark.parametrize("headers", THROUGH_A_PROXY.values(), ids=THROUGH_A_PROXY.keys())
async def test_a_stranger_behind_a_proxy_finds_no_mailbox(development: House, headers: dict[str, str]) -> None:
    async with httpx.AsyncClient(base_url=development.address, trust_env=False) as stranger:
        answers = [await stranger.request(*page, headers=headers, json={}) for page in PAGES]

    assert [answer.status_code for answer in answers] == [404, 404, 404]


@pytest.mark.parametrize(
    "head",
    [
        # The request that `proxy_pass http://127.0.0.1:8080;` sends without further directives.
        "GET /dev/mailbox HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n",
        "GET /dev/mailbox HTTP/1.1\r\nHost: localhost:{port}\r\nHost: photos.example.org\r\nConnection: close\r\n\r\n",
    ],
    ids=["nginx as it comes", "two hosts"],
)
async def test_nor_does_one_whose_proxy_says_nothing(development: House, head: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", development.port)
    writer.write(head.format(port=development.port).encode())
    answer = await reader.read()
    writer.close()

    assert answer.split()[1] in {b"404", b"400"}


async def test_the_developer_reads_the_code_in_the_mailbox(development: House) -> None:
    asked = await sign_up(Browser(development), "maya")
    async with httpx.AsyncClient(base_url=development.address, trust_env=False) as developer:

        async def received() -> bool:
            return "maya@example.org" in (await developer.get("/dev/mailbox.json")).text

        await until(received)
        page = await developer.get("/dev/mailbox")
        reported = await developer.post("/api/debug_event", json={"screen": "login"})

    assert (asked.status_code, page.status_code, reported.status_code) == (202, 200, 204)


async def test_the_operator_of_a_local_network_reads_the_code_on_the_command_line(home: Path) -> None:
    network = {"INFLOW_SMTP_URL": "command-line", "INFLOW_PUBLIC_URL": "https://photos.example.org"}
    async with House(home, **network) as house:
        asked = await sign_up(Browser(house), "noor")
        printed: list[str] = []

        async def printing() -> bool:
            printed[:] = [(await house.command("emails", "--to", "Noor@example.org")).said]
            return "noor@example.org" in printed[0]

        await until(printing, seconds=60)
        code = re.search(r"\b\d{6}\b", printed[0])
        async with httpx.AsyncClient(base_url=house.address, trust_env=False) as stranger:
            pages = [(await stranger.request(*page)).status_code for page in PAGES]
        others = await house.command("emails", "--to", "alice@example.org")
        (entry,) = await house.audited()

        assert asked.status_code == 202
        assert code, printed
        assert code[0] not in house.said, "the log holds a code"
        assert pages == [404, 404, 404]
        assert others.said == ""
        assert (entry["actor"], entry["action"], entry["details"]) == ("command line", "emails read", {"count": 1})


async def test_the_command_line_tells_an_operator_with_a_mail_server_where_emails_went(home: Path) -> None:
    ended = await House(home, INFLOW_SMTP_URL="smtp://127.0.0.1:25").command("emails")

    assert (ended.code, ended.said) == (
        1,
        "INFLOW_SMTP_URL: emails go to a mail server, and their words are not kept\n",
    )


async def sign_up(visitor: Browser, username: str) -> httpx.Response:
    """Ask for an account; the code goes out by email."""
    return await visitor.ask(
        "/sign-up",
        email=f"{username}@example.org",
        fullName="Maya Doe",
        username=username,
        password=PASSWORD,
        dateOfBirth="1990-02-28",
        termsAccepted=True,
    )
