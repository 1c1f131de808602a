"""The Python client, a wrapper around the Rust client, works with the server as well."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from tests.reflow.conformance.conftest import Rows
from tests.reflow.conformance.servers import House, Server

SESSION = Path(__file__).with_name("python_page.py")


async def test_a_session_of_the_python_client(server: Server, house: House, channel: str, rows: Rows) -> None:
    command = [sys.executable, str(SESSION), server.address, channel, house.token("alice")]
    client = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    async with asyncio.timeout(60):
        output, trouble = await client.communicate()

    assert client.returncode == 0, trouble.decode()
    assert json.loads(output) == {
        "count": 0.0,
        "shown": [["one"], ["one", "two"]],
        "refused": [
            {"code": "refused", "message": "No.", "detail": {"body": "x"}},
            {"code": "refused", "message": "You shall not pass.", "answer": 42.0},
        ],
        "after it": True,
        "integer": -(2**63),
        "bytes": "00ff",
        "alice": "alice",
        "nobody": "anonymous",
    }
    assert await rows(channel) == ["one", "two", "three"]
