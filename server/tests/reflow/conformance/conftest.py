"""The unmodified npm client, in Node, connected to the real engine in a process of its own."""

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
    """The issuer of tokens."""
    return House()


@pytest.fixture(scope="session")
async def toy_dsn(new_database: NewDatabase) -> str:
    """A database with the toy's schema for all tests; each test uses channels of its own."""
    dsn = await new_database()
    await tables.create(dsn)
    return dsn


@pytest.fixture(scope="session")
async def server(toy_dsn: str, house: House) -> AsyncIterator[Server]:
    """The server that no test kills. It pings so often that tests need not wait for a ping."""
    server = Server(toy_dsn, house, ping=0.2)
    await server.start()
    yield server
    await server.kill()


@pytest.fixture
async def mortal(toy_dsn: str, house: House) -> AsyncIterator[Server]:
    """A server for this test alone, which may kill it."""
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
    """The process of the clients. No test may leave an uncaught exception: a page could be stuck after it for good."""
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
    """A channel that no other test writes to."""
    return secrets.token_hex(4)


@pytest.fixture
async def sql(toy_dsn: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection to the database past the server."""
    connection = await asyncpg.connect(toy_dsn)
    yield connection
    await connection.close()


@pytest.fixture
def rows(sql: asyncpg.Connection) -> Rows:
    """Reads the rows of a channel from the database."""

    async def read(channel: str) -> list[str]:
        found = await sql.fetch("SELECT body FROM messages WHERE channel = $1 ORDER BY id", channel)
        return [row["body"] for row in found]

    return read
