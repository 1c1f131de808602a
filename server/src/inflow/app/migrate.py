"""Migrates a database to the schema of this version, beside others that use it."""

from __future__ import annotations

import asyncio
import time
from functools import cache
from typing import Final

import psycopg
import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from inflow.app.startup_errors import StartupError

log = structlog.get_logger(__name__)

# An arbitrary number, the same in every version: processes that start together migrate one after another.
_LOCK: Final = 5_270_619_022
_TURN_EVERY: Final = 0.1
# A migration that waits for a lock makes all later statements on that table wait behind it, so it gives up soon and
# tries again.
_LOCK_TIMEOUT: Final = "1s"
_PAUSE: Final = 1.0
_PATIENCE: Final = 120.0

_MINIMUM: Final = sa.text("SELECT minimum_revision FROM schema_compatibility")
_SET_MINIMUM: Final = sa.text("UPDATE schema_compatibility SET minimum_revision = :minimum")
_SET_LOCK_TIMEOUT: Final = sa.text(f"SET lock_timeout = '{_LOCK_TIMEOUT}'")
_TRY_LOCK: Final = sa.text("SELECT pg_try_advisory_lock(:lock)")
_FIRST_WITH_MINIMUM: Final = "0038"


async def migrate(dsn: str, up_to: str = "head") -> None:
    """Apply the missing migrations, all or up to one. Safe to call from several processes at once.

    A database that a newer Inflow has migrated is left as it is, if this version works on it.

    Raises:
        StartupError: This version is too old for the database, or other sessions do not let go of a table.
    """
    engine = sa.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn), poolclass=sa.pool.NullPool)
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            if await asyncio.to_thread(_migrate_in_turn, engine, up_to):
                return
            await asyncio.sleep(_TURN_EVERY)
        except sa.exc.OperationalError as error:
            if not isinstance(error.orig, psycopg.errors.LockNotAvailable):
                raise
            reason = str(error.orig).strip()
            if time.monotonic() > until:
                raise StartupError(
                    "The database cannot be migrated, because other sessions do not let go of a table. "
                    f"Find them in pg_stat_activity. {reason}"
                ) from error
            log.warning("a migration waits for a lock", reason=reason)
            await asyncio.sleep(_PAUSE)


def newest_revision() -> str:
    """The migration that this version's database ends with."""
    revision = _scripts().get_current_head()
    assert revision is not None
    return revision


def minimum_revision() -> str:
    """The oldest revision whose Inflow works on this version's schema."""
    return _minimum(newest_revision())


def works_on(found: str, minimum: str) -> bool:
    """Whether this version works on a schema.

    Args:
        found: The schema's newest migration.
        minimum: The oldest revision whose Inflow works on it.
    """
    newest = newest_revision()
    return found == newest or (found > newest and minimum <= newest)


def _minimum(up_to: str) -> str:
    scripts = _scripts().walk_revisions(base="base", head=up_to)
    # The migrations before the rule have no such line, and no version that ran on them can run beside this one.
    return max(getattr(script.module, "works_with", "") for script in scripts)


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "inflow:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _migrate_in_turn(engine: sa.Engine, revision: str) -> bool:
    """Migrate, unless another process does so at the moment; whether it is done.

    A session that waited for its turn inside PostgreSQL would hold a snapshot, and an index that is built concurrently
    waits for the end of all snapshots.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if not connection.scalar(_TRY_LOCK, {"lock": _LOCK}):
            return False
        if not _is_ahead(engine):
            _upgrade(engine, revision)
        return True


def _is_ahead(engine: sa.Engine) -> bool:
    """Whether a newer Inflow has migrated the database, and this version works on it."""
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        newest = newest_revision()
        if found is None or found <= newest:
            return False
        minimum = connection.scalar(_MINIMUM)
    if works_on(found, minimum):
        return True
    raise StartupError(
        f"A newer Inflow has migrated this database to {found}, for versions at {minimum} or later; this one is at "
        f"{newest}. Start a newer version, or restore the backup from before the upgrade."
    )


def _upgrade(engine: sa.Engine, revision: str) -> None:
    config = _config()
    with engine.connect() as connection:
        connection.execute(_SET_LOCK_TIMEOUT)
        connection.commit()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.rollback()
        reached = MigrationContext.configure(connection).get_current_revision()
        if reached is not None and reached >= _FIRST_WITH_MINIMUM:
            connection.execute(_SET_MINIMUM, {"minimum": _minimum(reached)})
        connection.commit()
