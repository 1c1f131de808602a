"""A running Inflow is exchanged for another version, process by process, while members use it.

`make soak SOAK=upgrades` does it for longer.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.app.correspondents import Correspondence
from tests.app.exchanges import exchanges, upgraded, versions
from tests.app.house import ROOMY, House
from tests.app.people import Member
from tests.app.processes import Executed
from tests.app.versions import NEXT_ASSET, former_asset, next_version
from tests.app.visitors import visiting

from inflow import VERSION
from inflow.app.migrate import newest_revision
from mail.mail_server import MailServer


@pytest.fixture(scope="module")
async def house(home_to_crash_in: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow of one process and its supervisor."""
    async with House(home_to_crash_in, Executed, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        yield house


@pytest.fixture
async def two(home: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """An Inflow of two processes and their supervisor."""
    async with House(home, serving=2, INFLOW_SMTP_URL=mail_server.url, **ROOMY) as house:
        yield house


@pytest.fixture(scope="module")
async def member(house: House, mail_server: MailServer) -> Member:
    """A member of it."""
    return await Member.sign_up(house, mail_server, "maya")


async def test_an_operator_is_asked_for_a_backup_first(house: House) -> None:
    ended = await upgraded(house, {})

    assert ended.code == 1
    assert "--without-backup" in ended.said


async def test_a_version_that_cannot_run_beside_the_running_one_is_refused_before_anything_changes(
    house: House, member: Member, tmp_path: Path
) -> None:
    before, workers = await _revision(house), house.workers

    ended = await upgraded(house, next_version(tmp_path, works_with="9999"), "--without-backup")

    assert ended.code == 1
    assert "stop Inflow and start this one" in ended.said
    assert await _revision(house) == before
    assert house.workers == workers
    assert await member.is_signed_in()


async def test_a_version_whose_first_process_does_not_start_leaves_the_former_serving(
    house: House, member: Member, tmp_path: Path
) -> None:
    workers = house.workers

    ended = await upgraded(house, next_version(tmp_path, at_start="raise OSError('no')"), "--without-backup")

    assert ended.code == 1
    assert "The former version serves again" in ended.said
    assert house.workers == workers
    assert await member.is_signed_in()


async def test_a_server_is_exchanged_for_the_same_version_without_a_failed_call(house: House, member: Member) -> None:
    workers, supervisor = house.workers, house.pid

    async with visiting(house.address) as visits, member.page() as page:
        ended = await upgraded(house, {}, "--without-backup")
        assert await page.peer.ending() == 1012
    async with member.page() as page:
        await page.feed()

    assert ended.code == 0, ended.said
    assert set(house.workers).isdisjoint(workers)
    assert house.pid == supervisor
    assert visits.count > 10
    assert visits.failures == []


@pytest.mark.long
async def test_a_version_whose_second_process_does_not_start_is_exchanged_back(
    two: House, mail_server: MailServer, tmp_path: Path
) -> None:
    member = await Member.sign_up(two, mail_server, "nora")
    once = "import pathlib; pathlib.Path(__file__).with_name('once').mkdir()"

    ended = await upgraded(two, next_version(tmp_path, at_start=once), "--without-backup")

    assert ended.code == 1
    assert "Process 1 of 1 is exchanged back." in ended.said
    assert await versions(two) == {VERSION}
    assert await member.is_signed_in()


@pytest.mark.long
@pytest.mark.timeout(300)
async def test_members_write_through_an_upgrade_and_back_and_no_call_fails(
    two: House, mail_server: MailServer, tmp_path: Path
) -> None:
    members = [await Member.sign_up(two, mail_server, name) for name in ("alice", "bob", "carol", "dave")]
    chats = [await Correspondence.between(*members[:2]), await Correspondence.between(*members[2:])]
    (tmp_path / "next").mkdir()
    (tmp_path / "backup").mkdir()

    assert await exchanges(two, chats, next_version(tmp_path / "next"), tmp_path / "backup", 2) == []

    assert await _revision(two) > newest_revision()


@pytest.mark.long
async def test_a_page_gets_the_files_of_its_own_version_before_and_after_an_exchange(
    two: House, mail_server: MailServer, tmp_path: Path
) -> None:
    member = await Member.sign_up(two, mail_server, "pia")
    paths = (f"/{former_asset()}", f"/{NEXT_ASSET}")
    assert [(await member.http.get(path)).status_code for path in paths] == [200, 404]

    newer = next_version(tmp_path)
    assert (await upgraded(two, newer, "--without-backup")).code == 0
    assert [(await member.http.get(path)).status_code for path in paths] == [200, 200]

    assert (await upgraded(two, {}, "--without-backup")).code == 0
    assert [(await member.http.get(path)).status_code for path in paths] == [200, 200]


@pytest.mark.long
async def test_after_a_newer_version_an_older_one_starts_if_it_may_and_says_so_if_not(
    two: House, mail_server: MailServer, tmp_path: Path
) -> None:
    member = await Member.sign_up(two, mail_server, "olga")
    assert (await upgraded(two, next_version(tmp_path), "--without-backup")).code == 0
    await two.stop()
    await two.start()
    assert await member.is_signed_in()
    psql = await two.database()
    await psql.execute("UPDATE schema_compatibility SET minimum_revision = '9998'")

    await psql.close()
    await two.stop()
    process = Executed(two.settings, "run")
    assert await process.ended() == 3
    assert "A newer Inflow has migrated this database" in process.said()
    assert "Traceback" not in process.said()
    await two.start(PYTHONPATH=next_version(tmp_path / "again")["PYTHONPATH"])


async def _revision(house: House) -> str:
    psql = await house.database()
    revision: str = await psql.fetchval("SELECT version_num FROM alembic_version")
    await psql.close()
    return revision
