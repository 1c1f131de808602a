"""The mail server and the content check go away together, again and again, and image workers are killed meanwhile."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from tests.app.house import ROOMY, House
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer
from screening.judge import said, serving
from screening.test_sightengine import success

ROUNDS = 5
PHOTO = photographs.plain((10, 120, 40))
UNVERIFIED = "Unable to verify image content. Please try again."


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_what_needs_a_service_that_is_away_is_refused_or_waits_and_the_rest_goes_on(home: Path) -> None:
    async with MailServer() as mail_server:
        async with serving(said(success())) as judge:
            settings = {
                "INFLOW_SMTP_URL": mail_server.url,
                "INFLOW_SCREENING": "sightengine",
                "INFLOW_SIGHTENGINE_URL": judge.url,
                "INFLOW_SIGHTENGINE_USER": "operator",
                "INFLOW_SIGHTENGINE_SECRET": "secret",
            }
            house = House(home, **settings, **ROOMY)
            await house.start()
            members = [await Member.sign_up(house, mail_server, "alice") for _ in range(ROUNDS)]
            assert (await members[0].upload(PHOTO)).status_code == 201
        killed = 0
        for member in members:
            async with mail_server.away():
                asked = await member.ask("/reset", email=f"{member.username}@example.org")
                refused = await member.upload(PHOTO)
                killed += _kill_image_workers(house)
                ready = await member.http.get("/readyz")
                async with member.page() as page:
                    await page.feed()
            assert (asked.status_code, ready.status_code) == (202, 200)
            assert (refused.status_code, refused.json()["message"]) == (503, UNVERIFIED)
        assert killed >= ROUNDS
        emails = Counter([(await mail_server.next()).to for _ in members])
        assert emails == {f"{member.username}@example.org": 1 for member in members}
        await house.stop()
        assert mail_server.is_empty()


def _kill_image_workers(house: House) -> int:
    """End each process that works on images, as the system does when memory runs out; how many there were."""
    found = [pid for pid in _children(house.pid) if b"inflow.media.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    return len(found)


def _children(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    own = [int(each) for task in tasks for each in (task / "children").read_text(encoding="ascii").split()]
    return [*own, *(each for child in own for each in _children(child))]
