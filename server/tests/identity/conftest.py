"""Identity's real routes on a real PostgreSQL, a real mail server, and a clock that tests set by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from identity.house import TABLES, House
from inflow.core.encryption import Secret
from mail.ddl import ddl
from mail.mail_server import MailServer
from reflow.postgres.database import Database


@pytest.fixture(scope="session")
async def tables(new_database: Callable[[], Awaitable[str]]) -> AsyncIterator[Database]:
    """A database with identity's and mail's tables, and one that stands for the product's."""
    database = Database(await new_database(), size=8)
    async with database.connection() as connection:
        await connection.raw.execute(
            "CREATE TABLE product_users (account_id text PRIMARY KEY, full_name text NOT NULL)"
        )
        for sql in ddl(*TABLES):
            await connection.raw.execute(sql)
    yield database
    await database.close()


@pytest.fixture
async def database(tables: Database) -> Database:
    """The same database, empty."""
    names = ", ".join(["product_users", *(table.name for table in TABLES)])
    async with tables.connection() as connection:
        await connection.raw.execute(f"TRUNCATE {names}")
    return tables


@pytest.fixture(scope="session")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Secret:
    """The deployment's secret, made on first use."""
    return Secret.from_file(tmp_path_factory.mktemp("home") / "keys" / "identity.key")


@pytest.fixture
async def mail_server() -> AsyncIterator[MailServer]:
    """A mail server that keeps the emails it receives."""
    async with MailServer() as mail_server:
        yield mail_server


@pytest.fixture
async def house(database: Database, secret: Secret, mail_server: MailServer) -> AsyncIterator[House]:
    """The app's identity, which sends its emails to this mail server."""
    async with House(database, secret, mail_server) as house:
        yield house
