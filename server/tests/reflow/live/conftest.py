"""A running engine with the toy's functions, and people who use it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.conftest import NewDatabase
from tests.reflow.toy import edges, functions, tables
from tests.world import Person, World

from reflow.auth.tokens import Identity
from reflow.changes import WalSource
from reflow.changes.source import CannotExport, SnapshotBatch
from reflow.dependencies import Dependencies
from reflow.functions import Registry
from reflow.live.engine import Engine
from reflow.postgres.database import Database

SECRET = b"the same on every process of one deployment"


class Trusting:
    """A verifier that accepts any token as the subject's name."""

    async def verify(self, token: str) -> Identity:
        return Identity("https://test", token, None, 2e10)


def toy_engine(database: Database, source: WalSource | None = None) -> Engine:
    """An engine that serves the toy from this database, not started."""
    return Engine(
        Registry.of(functions, edges),
        database,
        source or WalSource(database, [tables.PUBLICATION]),
        Trusting(),
        secret=SECRET,
        defer=functions.no_jobs,
        dependencies=Dependencies(functions.Stamp("toy")),
    )


@pytest.fixture
async def toy_dsn(new_database: NewDatabase) -> str:
    """A database with the toy's schema."""
    dsn = await new_database()
    await tables.create(dsn)
    return dsn


@pytest.fixture
async def database(toy_dsn: str) -> AsyncIterator[Database]:
    database = Database(toy_dsn)
    yield database
    await database.close()


@pytest.fixture
async def engine(database: Database) -> AsyncIterator[Engine]:
    engine = toy_engine(database)
    await engine.start()
    yield engine
    await engine.stop()


@pytest.fixture
def world(engine: Engine, database: Database) -> World:
    return World(engine, database)


@pytest.fixture
def alice(world: World) -> Person:
    return Person(world, "alice")


@pytest.fixture
def bob(world: World) -> Person:
    return Person(world, "bob")


@pytest.fixture
def stranger(world: World) -> Person:
    return Person(world, None)


@pytest.fixture
def attempts_to_share(monkeypatch: pytest.MonkeyPatch) -> list[SnapshotBatch]:
    """The disk has no room for a shared snapshot; each attempt to share one."""
    attempts: list[SnapshotBatch] = []

    async def full(cut: SnapshotBatch) -> str:
        attempts.append(cut)
        raise CannotExport

    monkeypatch.setattr(SnapshotBatch, "export", full)
    return attempts
