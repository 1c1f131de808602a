"""Making an embedded cluster out of the copy of another server's one."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

OURS = "postgres"
"""The database, and the superuser, of an embedded cluster."""

_ACCESS = "local all all trust\nlocal replication all trust\n"
_FILES = {"postgresql.conf": "", "postgresql.auto.conf": "", "pg_hba.conf": _ACCESS, "pg_ident.conf": ""}


def configure_anew(data: Path) -> None:
    """Replace the configuration that came with a copy: its paths, its libraries and its access rules are those of
    another machine. An embedded server gets its settings on the command line.
    """
    for name, content in _FILES.items():
        (data / name).write_text(content)


async def adopt(dsn: str, database: str) -> None:
    """Make this database of the cluster the one that an embedded server has. Its superuser may use all that is in it.

    Args:
        dsn: Of the embedded server. Nothing else is connected to it.
        database: The name of the database in the server that was copied.
    """
    if database == OURS:
        return
    connection = await asyncpg.connect(urlunsplit(urlsplit(dsn)._replace(path="/template1")))
    try:
        await connection.execute(f"DROP DATABASE IF EXISTS {_quoted(OURS)}")
        await connection.execute(f"ALTER DATABASE {_quoted(database)} RENAME TO {_quoted(OURS)}")
    finally:
        await connection.close()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
