"""What a database must be like before Inflow starts on it."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping

import asyncpg
import structlog

from inflow.app.health import clock_problem
from inflow.app.publication import PUBLICATION
from inflow.app.startup_errors import StartupError
from reflow import Connection, Database
from reflow.changes.publication import PublicationRequirement, verify
from reflow.changes.publication_requirements import needed

log = structlog.get_logger(__name__)

_BESIDE_THE_POOL = 8  # connections: two for cycles, three for slow queries, and those of the job worker
_ALLOWED = """
    SELECT sum(setting::int) FILTER (WHERE name = 'max_connections')
        - sum(setting::int) FILTER (WHERE name <> 'max_connections') AS allowed
    FROM pg_settings WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')"""
_SNAPSHOT = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
_FOUND = """
    SELECT extract(epoch FROM clock_timestamp())::float8 AS now,
           current_setting('log_min_error_statement') NOT IN ('log', 'fatal', 'panic')
               OR current_setting('log_statement') IN ('mod', 'all')
               OR current_setting('log_min_duration_statement') <> '-1' AS writes_statements"""


async def require_suitable(database: Database, pool: int, processes: int = 1) -> None:
    """Warn of what is no reason to refuse.

    Args:
        pool: How many connections the process may open for calls.
        processes: How many processes serve, with this one.

    Raises:
        StartupError: Live queries would miss changes, the clocks differ, or there are too few connections.
    """
    async with database.connection() as connection:
        problems = await publication_problems(connection)
        (found,) = await connection.text(_FOUND)
        (row,) = await connection.text(_ALLOWED)
    if skew := clock_problem(found.now, time.time()):
        problems.append(f"{skew}.")
    if problems:
        raise StartupError(
            "This database is not ready for Inflow:\n" + "\n".join(f"  - {problem}" for problem in problems)
        )
    if problem := _connections_problem(pool, processes, row.allowed):
        raise StartupError(problem)
    if found.writes_statements:
        log.warning(
            "PostgreSQL writes statements into its own log, with the data of members in them. To change it: "
            "ALTER ROLE … SET log_min_error_statement = panic, log_statement = none, log_min_duration_statement = -1"
        )


async def require_same_server(database: Database, pooler: Database) -> None:
    """Refuse to start with a pooler that leads to another database.

    Raises:
        StartupError: It does.
    """
    if problem := await pooler_problem(database, pooler):
        raise StartupError(problem)


async def pooler_problem(database: Database, pooler: Database) -> str:
    """A sentence if a pooler does not lead to the same database: only there can a snapshot be shared."""
    async with database.transaction(_SNAPSHOT) as connection:
        ((name,),) = await connection.text("SELECT pg_export_snapshot()")
        try:
            async with pooler.snapshot(name):
                return ""
        except asyncpg.PostgresError as error:
            return (
                f"INFLOW_POOLER_URL leads to another database than INFLOW_DATABASE_URL, or to one that refuses: {error}"
            )


def _connections_problem(pool: int, processes: int, allowed: int) -> str:
    """Why the server has too few connections for all processes, or nothing. Processes of other machines are not known
    here.
    """
    if processes * (pool + _BESIDE_THE_POOL) <= allowed:
        return ""
    may_open = f"one process may open {pool + _BESIDE_THE_POOL}"
    if processes > 1:
        may_open += f", so {processes} may open {processes * (pool + _BESIDE_THE_POOL)}"
    most = allowed // processes - _BESIDE_THE_POOL
    lower = (
        f"Set INFLOW_DATABASE_CONNECTIONS to at most {most}, or raise"
        if most > 0
        else "Start fewer processes, or raise"
    )
    return f"PostgreSQL allows {allowed} connections, and {may_open}. {lower} max_connections of the server."


async def publication_problems(connection: Connection) -> list[str]:
    """What the database lacks for live queries, as sentences."""
    return await verify(connection, [PUBLICATION], needed_of_log())


def needed_of_log() -> Mapping[str, PublicationRequirement]:
    """For each table that a live query reads, the columns that the log must contain. The first call analyses the
    statements of all queries, which takes half a second.
    """
    return needed([module for name, module in sys.modules.items() if name.startswith("inflow.")])
