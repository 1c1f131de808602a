"""A running Inflow with a mail server, and members who signed up in it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.app.house import House
from tests.app.people import Member

from mail.post_office import PostOffice


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


@pytest.fixture(scope="session")
async def office() -> AsyncIterator[PostOffice]:
    """A mail server that receives the codes."""
    async with PostOffice() as office:
        yield office


@pytest.fixture(scope="session")
async def house(shared_home: Path, office: PostOffice) -> AsyncIterator[House]:
    """The Inflow that these tests share. A test that kills an Inflow starts its own."""
    async with House(shared_home, INFLOW_SMTP_URL=office.url) as house:
        yield house


@pytest.fixture(scope="session")
async def other_house(house: House, office: PostOffice) -> AsyncIterator[House]:
    """A second process of the same Inflow, at another port."""
    async with House(house.home, INFLOW_SMTP_URL=office.url, INFLOW_PUBLIC_URL=house.origin) as other:
        yield other


@pytest.fixture(scope="session")
async def alice(house: House, office: PostOffice) -> Member:
    return await Member.sign_up(house, office, "alice")


@pytest.fixture(scope="session")
async def bob(house: House, office: PostOffice) -> Member:
    return await Member.sign_up(house, office, "bob")
