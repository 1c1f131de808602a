"""A provider with accounts, and a house that trusts it: a real provider in a thread, with a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from inflow.core.encryption import Secret
from mail.ddl import ddl
from mail.mail_server import MailServer
from oidc.house import TABLES, OidcHouse
from oidc.provider import ALICE, Provider
from reflow.postgres.database import Database


@pytest.fixture(scope="session")
async def tables(new_database: Callable[[], Awaitable[str]]) -> AsyncIterator[Database]:
    """A database with identity's, mail's and hosted sign-in's tables, and one that stands for the product's."""
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


@pytest.fixture(scope="session")
def running_provider() -> Iterator[Provider]:
    """A provider that runs as long as the tests."""
    with Provider().open() as provider:
        yield provider


@pytest.fixture
def provider(running_provider: Provider) -> Provider:
    """The same provider, with honest behaviour and an account for Alice."""
    running_provider.behave()
    running_provider.knows("a-1", ALICE)
    return running_provider


@pytest.fixture
async def house(
    database: Database, secret: Secret, mail_server: MailServer, provider: Provider
) -> AsyncIterator[OidcHouse]:
    """The app's identity with this provider configured."""
    async with OidcHouse(database, secret, mail_server, provider) as house:
        yield house
