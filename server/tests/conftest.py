"""Fixtures for every test: a real PostgreSQL, and a database in it for each test."""

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

# One running engine for all features. If each folder imported it, there would be one engine for each folder, and
# PostgreSQL would run out of connections.
__all__ = ["alice", "bob", "carol", "clock", "product", "stranger", "world"]

# By default Hypothesis fails a test if an example takes longer than 200 ms, or if it generates examples slowly.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

LONGEST = (
    *("app/test_messages_survive.py", "app/test_several_processes.py", "app/test_settings.py", "app/test_health.py"),
    *("reflow/readset/test_soundness.py", "reflow/live/test_barrier_stress.py", "screening/test_nudenet.py"),
    *("reflow/conformance/test_restored_database.py", "media/test_hostile_files.py", "flow_requests/test_model.py"),
    "imports/test_arrives_once.py",
)
"""The files that take more than 25 seconds each. Begun first, none of them is left to one worker at the end."""

NewDatabase = Callable[[], Awaitable[str]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files. Needs xdist's own reordering to be off."""
    items.sort(key=lambda item: not item.nodeid.endswith(LONGEST, 0, item.nodeid.find("::")))


@pytest.fixture(scope="session")
async def postgres() -> AsyncIterator[str]:
    """The DSN of a PostgreSQL that lives as long as the test run."""
    home = _reachable_folder()
    try:
        # fsync protects against power cuts; tests of those start servers of their own.
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
    folder.chmod(0o711)  # when root starts it, PostgreSQL runs as another user, who must be able to enter
    return folder
