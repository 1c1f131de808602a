"""The ways to the database that the settings name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack

from inflow.app.publication import PUBLICATION
from inflow.app.settings import Settings
from reflow import Database
from reflow.changes import WalSource
from reflow.changes.local_relay import LocalRelay
from reflow.postgres.addresses import each_server
from reflow.postgres.pooled import PooledConnection


def pooler_of(settings: Settings, stack: AsyncExitStack) -> Database | None:
    """The way through a pooler, which shares the sessions of PostgreSQL between transactions; None if there is none."""
    if not settings.pooler_url:
        return None
    pooler = Database(settings.pooler_url, size=int(settings.database_connections), kind=PooledConnection)
    stack.push_async_callback(pooler.close)
    return pooler


def readers_of(settings: Settings, stack: AsyncExitStack) -> list[Database]:
    """The standbys for live queries."""
    addresses = each_server(settings.reader_url) if settings.reader_url else []
    readers = [Database(address, size=int(settings.database_connections)) for address in addresses]
    for reader in readers:
        stack.push_async_callback(reader.close)
    return readers


def source_of(
    settings: Settings, database: Database, calls: Database, readers: Sequence[Database], processes: int
) -> WalSource:
    """The changes of the database. Several processes of a machine have one reader of its log, and so have several
    machines with NATS.
    """
    if processes == 1 and not settings.relay_url:
        return WalSource(database, [PUBLICATION], readers=readers, calls=calls)
    folder, nats_url = settings.home_path / "run", settings.relay_url
    relay = LocalRelay(folder, database.dsn, [PUBLICATION], schema=database.schema, nats_url=nats_url)
    return WalSource(database, [PUBLICATION], connect=relay.connect, readers=readers, calls=calls)
