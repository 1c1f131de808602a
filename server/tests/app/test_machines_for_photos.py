"""Machines of one Inflow that do no jobs, and leave the renditions of photos to others."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.house import House, until
from tests.app.people import Member

import photographs
from inflow.app.settings import BadSetting, Settings
from mail.mail_server import MailServer


async def test_a_foto_posted_at_one_machine_is_finished_by_another(home: Path, mail_server: MailServer) -> None:
    settings = {"INFLOW_SMTP_URL": mail_server.url}
    async with House(home, INFLOW_JOBS="off", **settings) as house:
        lena = await Member.sign_up(house, mail_server, "lena")
        url = await lena.photo(photographs.jpeg(1600, 1200))
        psql = await house.database()
        assert await psql.fetchval("SELECT count(*) FROM procrastinate_workers") == 0
        assert await psql.fetchval("SELECT state FROM media") == "prepared"

        async with House(home, INFLOW_PUBLIC_URL=house.origin, **settings):

            async def is_finished() -> bool:
                return bool(await psql.fetchval("SELECT state FROM media") == "finished")

            await until(is_finished)
        await psql.close()
        wide = url.replace(url.rpartition("/")[2], "640.webp")
        assert (await lena.http.get(wide)).status_code == 200


def test_a_machine_either_does_jobs_or_does_not() -> None:
    with pytest.raises(BadSetting, match="INFLOW_JOBS: 'some' is neither on nor off"):
        Settings.from_environment({"INFLOW_JOBS": "some"})
