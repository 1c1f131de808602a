"""What every test may ask for: a real PostgreSQL, and a database of its own in it."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import asyncpg
import hypothesis
import pytest
from tests.product import alice, bob, carol, clock, product, stranger, world

from reflow.embedded import embedded_postgres

# One running engine for all features. Imported further down it would be one for each folder, and PostgreSQL would run
# out of connections.
__all__ = ["alice", "bob", "carol", "clock", "product", "stranger", "world"]

# By default Hypothesis fails a test of which an example takes 200 ms, or whose examples are slowly made.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

NewDatabase = Callable[[], Awaitable[str]]


@pytest.fixture(scope="session")
async def postgres() -> AsyncIterator[str]:
    """The DSN of a PostgreSQL that lives as long as the test run."""
    home = _reachable_folder()
    try:
        # fsync is about power cuts; tests that are about those start servers of their own.
        async with embedded_postgres(home, settings={"fsync": "off"}) as dsn:
            yield dsn
    finally:
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def new_database(postgres: str) -> NewDatabase:
    """Make an empty database; its DSN."""

    async def make() -> str:
        name = f"test_{secrets.token_hex(6)}"
        connection = await asyncpg.connect(postgres)
        await connection.execute(f'CREATE DATABASE "{name}"')
        await connection.close()
        head, _, tail = postgres.partition("/postgres?")
        return f"{head}/{name}?{tail}"

    return make


def _reachable_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="inflow-tests-"))
    folder.chmod(0o711)  # started by root, the server runs as somebody else, who must get there
    return folder
