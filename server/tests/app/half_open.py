"""Takes the network between members and their Inflow away while they write, and gives it back.

    python -m tests.app.half_open FOLDER

Nothing closes the connections: packets are lost, as when a phone leaves the range of its network. Prints what members
near and far and the server got, as JSON. It runs in a network of its own.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.app import own_network
from tests.app.correspondents import Correspondence, Correspondent, acknowledged, judged
from tests.app.history import History
from tests.app.house import ROOMY, House, until
from tests.app.people import Member

from mail.mail_server import MailServer

FAR, _LABEL = "198.51.100.20", "lo:3"
"""The server's address for members who are far, and its label."""
EACH = 60
PATIENCE = 150.0  # seconds; without pings the server would notice after 15 minutes


async def _half_open(folder: Path) -> dict[str, Any]:
    async with (
        MailServer() as mail_server,
        House(
            folder / "home", INFLOW_SMTP_URL=mail_server.url, INFLOW_HOST="0.0.0.0", **ROOMY
        ) as house,  # of this network, which has no others
    ):
        near, far, other, another = [
            await Member.sign_up(house, mail_server, name) for name in ("alice", "bob", "carol", "dave")
        ]
        chats = [await Correspondence.between(near, far), await Correspondence.between(other, another)]
        address = f"http://{FAR}:{house.port}"
        history = History()
        others = [Correspondent(chats[1], member, history, EACH * 3, every=0.5) for member in (other, another)]
        apart = [
            Correspondent(chats[0], near, history, EACH, every=0.5),
            Correspondent(chats[0], far, history, EACH, every=0.5, address=address),
        ]
        talking = [asyncio.create_task(each.talk()) for each in (*others, *apart)]
        await acknowledged(history, 20, seconds=PATIENCE)
        clock = asyncio.get_running_loop().time
        own_network.take(_LABEL)
        lost_at = clock()
        await until(lambda: _has_let_go(house.port), seconds=PATIENCE)
        noticed = clock() - lost_at
        before = history.count("acknowledged")
        await acknowledged(history, 20, seconds=PATIENCE)
        nearby = history.count("acknowledged") - before
        own_network.give(FAR, _LABEL)
        back_at = clock()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*talking)
        return {
            "noticed": noticed,
            "nearby": nearby,
            "away": apart[1].away,
            "current": max(gap.current_at for gap in apart[1].gaps) - back_at,
            "stayed": [each.away for each in (*others, apart[0])],
            "acknowledged": history.count("acknowledged"),
            "anomalies": await judged(history, chats),
        }


async def _has_let_go(port: int) -> bool:
    """Whether no socket of the server is connected to a member who is far."""
    return not any(here == (FAR, port) for here, _ in own_network.connections())


if __name__ == "__main__":
    sys.exit(own_network.play(_half_open, lambda _: own_network.give(FAR, _LABEL)))
