"""The limits of a member hold for all processes of a deployment together."""

from __future__ import annotations

from pathlib import Path

from tests.app.house import House
from tests.app.people import Member
from tests.postgres_servers import Server

import photographs
from mail.mail_server import MailServer

A_MINUTE = 20
"""So many uploads begin in a minute."""
PHOTO = photographs.plain((1, 90, 10))


async def test_whoever_goes_to_another_machine_uploads_no_more_photos_there(
    server: Server, home: Path, mail_server: MailServer
) -> None:
    settings = {"INFLOW_DATABASE_URL": server.dsn, "INFLOW_SMTP_URL": mail_server.url}
    async with House(home, **settings) as here, House(home, **settings) as there:
        mara = await Member.sign_up(here, mail_server, "mara")
        assert [(await mara.upload(PHOTO)).status_code for _ in range(A_MINUTE)] == [201] * A_MINUTE

        elsewhere = mara.at(there)
        answers = [await elsewhere.upload(PHOTO) for _ in range(A_MINUTE)]

        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "rate_limited"
