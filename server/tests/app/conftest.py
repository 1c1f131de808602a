"""A running Inflow with a mail server, and members who signed up in it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.app.depot import Depot
from tests.app.house import House
from tests.app.people import Member
from tests.postgres_servers import Server

from mail.mail_server import MailServer


def _home() -> Iterator[Path]:
    # When root starts it, PostgreSQL runs as another user, who must be able to enter this folder.
    folder = Path(tempfile.mkdtemp(prefix="inflow-house-"))
    folder.chmod(0o711)
    yield folder / "home"
    shutil.rmtree(folder, ignore_errors=True)


home = pytest.fixture(_home)
"""An `INFLOW_HOME` that no process has used."""

home_to_crash_in = pytest.fixture(_home, scope="module")
shared_home = pytest.fixture(_home, scope="session")


@pytest.fixture
def depot(home: Path) -> Depot:
    """Where the backups of the test's home are."""
    return Depot(home.parent)


@pytest.fixture
async def server(home: Path) -> AsyncIterator[Server]:
    """A PostgreSQL of the operator's own."""
    made = Server(home.parent / "primary")
    await made.make()
    await made.start()
    yield made
    await made.kill()


@pytest.fixture(scope="session")
async def mail_server() -> AsyncIterator[MailServer]:
    """A mail server that receives the codes."""
    async with MailServer() as mail_server:
        yield mail_server


@pytest.fixture(scope="session")
async def house(shared_home: Path, mail_server: MailServer) -> AsyncIterator[House]:
    """The Inflow that these tests share. A test that kills an Inflow starts its own."""
    async with House(shared_home, INFLOW_SMTP_URL=mail_server.url) as house:
        yield house


@pytest.fixture(scope="session")
async def other_house(house: House, mail_server: MailServer) -> AsyncIterator[House]:
    """A second process of the same Inflow, at another port."""
    async with House(house.home, INFLOW_SMTP_URL=mail_server.url, INFLOW_PUBLIC_URL=house.origin) as other:
        yield other


@pytest.fixture(scope="session")
async def alice(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "alice")


@pytest.fixture(scope="session")
async def bob(house: House, mail_server: MailServer) -> Member:
    return await Member.sign_up(house, mail_server, "bob")
