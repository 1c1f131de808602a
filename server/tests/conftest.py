"""What every test may ask for: a real PostgreSQL, and a database of its own in it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from reflow.embedded import embedded_postgres

NewDatabase = Callable[[], Awaitable[str]]


@pytest.fixture(scope="session")
async def postgres(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The DSN of a PostgreSQL that lives as long as the test run."""
    # fsync is about power cuts; tests that are about those start servers of their own.
    async with embedded_postgres(_home(tmp_path_factory), settings={"fsync": "off"}) as dsn:
        yield dsn


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


def _home(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("postgres", numbered=True) / "home"
