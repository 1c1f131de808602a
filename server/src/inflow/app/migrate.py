"""Migrates a database to the schema of this version."""

from __future__ import annotations

import asyncio

import psycopg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

# An arbitrary number, the same in every version: processes that start together migrate one after another.
_LOCK = 5_270_619_022


async def migrate(dsn: str, up_to: str = "head") -> None:
    """Apply the missing migrations, all or up to one. Safe to call from several processes at once."""
    await asyncio.to_thread(_upgrade, dsn, up_to)


def newest_revision() -> str:
    """The migration that this version's database ends with."""
    revision = ScriptDirectory.from_config(_config()).get_current_head()
    assert revision is not None
    return revision


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "inflow:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _upgrade(dsn: str, revision: str) -> None:
    engine = sa.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn), poolclass=sa.pool.NullPool)
    config = _config()
    with engine.begin() as connection:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
