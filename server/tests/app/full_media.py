"""Fills the disk of an Inflow's media, which is another than that of its home, and frees it again.

    python -m tests.app.full_media FOLDER

Prints what a member got, as JSON. It is a disk of its own, so that no other one is filled.
"""

from __future__ import annotations

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


def _mount(folder: Path) -> None:
    media = folder / "home" / "media"
    media.mkdir(parents=True)
    own_disk.mount(media, MEGABYTES)


async def _full(folder: Path) -> dict[str, Any]:
    photo = photographs.plain((10, 120, 40))
    # The share that should stay free is one reason to refuse; here the disk itself is.
    settings = {"INFLOW_DISK_FLOOR": "0", "INFLOW_SCREENING": "off", **ROOMY}
    async with (
        MailServer() as mail_server,
        House(folder / "home", INFLOW_SMTP_URL=mail_server.url, **settings) as house,
    ):
        alice, bob = [await Member.sign_up(house, mail_server, name) for name in ("alice", "bob")]
        chat = await Correspondence.between(alice, bob)
        posted = await alice.photo(photo)
        ballast = own_disk.fill(folder / "home" / "media")
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
    sys.exit(own_network.play(_full, _mount))
