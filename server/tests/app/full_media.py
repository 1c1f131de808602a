"""Fills the disk of an Inflow's media, which is another than that of its home, and frees it again.

    python -m tests.app.full_media FOLDER

Prints what a member got, as JSON. It is a disk of its own, so that no other one is filled.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from tests.app import own_disk, own_network
from tests.app.correspondents import Correspondence
from tests.app.house import ROOMY, House
from tests.app.people import Member

import photographs
from mail.mail_server import MailServer

MEGABYTES = 8


def main() -> int:
    """Do all of it; the exit code."""
    media = Path(sys.argv[1]) / "home" / "media"
    media.mkdir(parents=True)
    try:
        own_network.enter()
        own_disk.mount(media, MEGABYTES)
    except PermissionError:
        return own_network.NOT_PERMITTED
    print(json.dumps(asyncio.run(_full(media))))
    return 0


async def _full(media: Path) -> dict[str, Any]:
    photo = photographs.plain((10, 120, 40))
    # The share that should stay free is one reason to refuse; here the disk itself is.
    settings = {"INFLOW_DISK_FLOOR": "0", "INFLOW_SCREENING": "off", **ROOMY}
    async with (
        MailServer() as mail_server,
        House(media.parent, INFLOW_SMTP_URL=mail_server.url, **settings) as house,
    ):
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob")]
        chat = await Correspondence.between(alice, bob)
        posted = await alice.photo(photo)
        ballast = own_disk.fill(media)
        refusals = [await alice.upload(photo) for _ in range(2)]
        async with alice.page() as page:
            said = await page.does("messages:sendMessage", **chat.message(alice, "meanwhile"))
        shown = await alice.http.get(posted)
        ballast.unlink()
        return {
            "refusals": [f"{each.status_code} {each.json()['code']}" for each in refusals],
            "said": said["success"],
            "shown": shown.status_code,
            "after": (await alice.upload(photo)).status_code,
            "verified": (await house.command("verify")).said.splitlines()[-1],
            "errors": [line for line in house.said.splitlines() if "incident" in line],
        }


if __name__ == "__main__":
    sys.exit(main())
