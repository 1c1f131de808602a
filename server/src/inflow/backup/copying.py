"""How the database is copied: as a whole server with its log, or as a dump."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reflow import Database
from reflow.embedded import base_backup
from reflow.embedded.programs import MAJOR_VERSION

_SERVER: Final = """
    SELECT current_setting('server_version_num')::int / 10000 AS version,
           current_setting('wal_segment_size') AS segment,
           current_database() AS name,
           ARRAY(SELECT datname::text FROM pg_database
                 WHERE NOT datistemplate AND datname NOT IN (current_database(), 'postgres') ORDER BY 1) AS others,
           ARRAY(SELECT spcname::text FROM pg_tablespace
                 WHERE spcname NOT IN ('pg_default', 'pg_global') ORDER BY 1) AS tablespaces,
           ARRAY(SELECT extname::text FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1) AS extensions,
           EXISTS (SELECT FROM pg_roles WHERE rolname = 'postgres' AND rolsuper) AS has_superuser,
           current_user AS role, pg_has_role('pg_read_all_stats', 'USAGE') AS sees_receivers,
           (SELECT datlocprovider = 'b'
                   OR datlocprovider = 'c' AND datcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8')
            FROM pg_database WHERE datname = current_database()) AS sorts_alike
"""


@dataclass(frozen=True)
class Copying:
    """How a database is copied.

    Attributes:
        database: The name of Inflow's database in a PostgreSQL that is not the built-in one; None for the built-in one.
        obstacle: Why the server cannot be copied as a whole, as a sentence. Then there are only dumps.
        follow_obstacle: Why its log cannot be followed.
    """

    database: str | None = None
    obstacle: str = ""
    follow_obstacle: str = ""


BUILT_IN: Final = Copying()


async def copying_of(database: Database, dsn: str) -> Copying:
    """How a PostgreSQL that is not the built-in one is copied.

    It is copied as a whole only if a restore can make the built-in one of it: with the same programs and the same
    rules of sorting, and without anything that is not Inflow's.
    """
    async with database.connection() as connection:
        (server,) = await connection.text(_SERVER)
    obstacles = [
        (server.version != MAJOR_VERSION, f"It is PostgreSQL {server.version}, and a restore makes {MAJOR_VERSION}."),
        (server.segment != "16MB", f"Its log has files of {server.segment}."),
        (server.others, f"It has other databases: {', '.join(server.others)}."),
        (server.tablespaces, f"It has tablespaces: {', '.join(server.tablespaces)}."),
        (server.extensions, f"Its database has extensions: {', '.join(server.extensions)}."),
        (not server.has_superuser, "It has no superuser that is called postgres."),
        (not server.sorts_alike, "Its database does not sort as the C or C.UTF-8 locale does."),
    ]
    obstacle = next((sentence for is_there, sentence in obstacles if is_there), "")
    if not obstacle and (refusal := await base_backup.refusal(dsn)):
        obstacle = f"It refuses replication to this address: {refusal}."
    grant = f'Inflow must see how much of the log was received: GRANT pg_read_all_stats TO "{server.role}".'
    return Copying(server.name, obstacle, obstacle or ("" if server.sees_receivers else grant))
