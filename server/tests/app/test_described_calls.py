"""A tool that knows nothing but the OpenAPI description of the calls makes them, right and wrong: no answer is an error
of the server, and each is as the description says.

With INFLOW_SOAK it makes up 1,000 requests for each address, and tries every part of the description besides; otherwise
10, always the same.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from tests.app.house import ROOMY, House
from tests.app.people import Member

from inflow.app.functions import ERROR_CODES, registry
from mail.mail_server import MailServer
from reflow.contrib.openapi import openapi

SOAKING = bool(os.environ.get("INFLOW_SOAK"))
LONG = ("--generation-maximize", "response_time", "--max-examples", "1000")
SHORT = ("--max-examples", "10", "--phases", "fuzzing", "--generation-deterministic")
# A refusal of a call is an answer with status 200: the clients of the wire expect it.
LEFT_OUT = "negative_data_rejection,unsupported_method"


@pytest.mark.timeout(3600 if SOAKING else 120)
async def test_every_answer_is_as_the_description_says(home: Path, mail_server: MailServer) -> None:
    description = openapi(registry(), title="Inflow", version="1", error_codes=ERROR_CODES)
    (home.parent / "openapi.json").write_text(json.dumps(description), encoding="utf-8")
    async with House(home, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        alice = await Member.sign_up(house, mail_server, "alice")
        headers = (f"Authorization: Bearer {await alice.token()}", f"Origin: {house.origin}")
        tool = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "schemathesis.cli", "run", str(home.parent / "openapi.json")),
            *("--url", house.address, "--no-color", "--exclude-checks", LEFT_OUT),
            *(part for header in headers for part in ("--header", header)),
            *(LONG if SOAKING else SHORT),
            stdout=asyncio.subprocess.PIPE,
            cwd=home.parent,
        )
        report, _ = await tool.communicate()

        assert tool.returncode == 0, report.decode()
        assert "Traceback" not in house.said
