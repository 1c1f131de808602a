"""The Python client, which is the Rust client, is served as well."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.toy import ToyEngine


async def test_a_session_of_the_python_client(stage: Stage, toy: ToyEngine) -> None:
    script = Path(__file__).with_name("python_page.py")
    client = await asyncio.create_subprocess_exec(
        sys.executable, script, f"http://{stage.address}", stdout=PIPE, stderr=PIPE
    )
    async with asyncio.timeout(20):
        output, trouble = await client.communicate()

    assert client.returncode == 0, trouble.decode()
    assert json.loads(output) == {
        "query": [],
        "first": 1.0,
        "shown": [["one"], ["one", "two"]],
        "refused": {"code": "refused", "message": "Refused on purpose", "depth": 3.0},
        "integer": 2**63 - 1,
        "bytes": "00ff",
        "me": "alice",
        "nobody": None,
    }
    assert toy.ran == ["one", "two"]
