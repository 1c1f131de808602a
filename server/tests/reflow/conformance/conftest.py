"""The unmodified npm client, in Node, before the real engine, in a process of its own."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

import asyncpg
import pytest
from tests.conftest import NewDatabase
from tests.reflow.conformance.clients import Client, Node, node_process
from tests.reflow.conformance.servers import House, Server
from tests.reflow.toy import tables

Rows = Callable[[str], Awaitable[list[str]]]


@pytest.fixture(scope="session")
def house() -> House:
    """Who issues tokens."""
    return House()


@pytest.fixture(scope="session")
async def toy_dsn(new_database: NewDatabase) -> str:
    """A database with the toy's schema, for all; tests keep to their own channels."""
    dsn = await new_database()
    await tables.create(dsn)
    return dsn


@pytest.fixture(scope="session")
async def server(toy_dsn: str, house: House) -> AsyncIterator[Server]:
    """The server that nobody kills. It pings so often that tests need not wait for it."""
    server = Server(toy_dsn, house, ping=0.2)
    await server.start()
    yield server
    await server.kill()


@pytest.fixture
async def mortal(toy_dsn: str, house: House) -> AsyncIterator[Server]:
    """A server of this test's own."""
    server = Server(toy_dsn, house)
    await server.start()
    yield server
    await server.kill()


@pytest.fixture(scope="session")
async def node_for_all() -> AsyncIterator[Node]:
    async with node_process() as node:
        yield node


@pytest.fixture
async def node(node_for_all: Node) -> AsyncIterator[Node]:
    """Where clients live. No test may leave an exception behind: a page could be stuck after it for good."""
    node_for_all.printed.clear()
    node_for_all.crashes.clear()
    yield node_for_all
    await node_for_all.close_clients()
    crashes, node_for_all.crashes = node_for_all.crashes, []
    assert crashes == []
    assert not [text for _, text in node_for_all.printed if "Could not parse" in text]


@pytest.fixture
async def alice(node: Node, server: Server) -> Client:
    """A client."""
    return await node.open(server.address)


@pytest.fixture
async def bob(node: Node, server: Server) -> Client:
    """Another client."""
    return await node.open(server.address)


@pytest.fixture
def channel() -> str:
    """A channel nobody else writes to."""
    return secrets.token_hex(4)


@pytest.fixture
async def sql(toy_dsn: str) -> AsyncIterator[asyncpg.Connection]:
    """The database, by hand."""
    connection = await asyncpg.connect(toy_dsn)
    yield connection
    await connection.close()


@pytest.fixture
def rows(sql: asyncpg.Connection) -> Rows:
    """What the database has in a channel."""

    async def read(channel: str) -> list[str]:
        found = await sql.fetch("SELECT body FROM messages WHERE channel = $1 ORDER BY id", channel)
        return [row["body"] for row in found]

    return read
