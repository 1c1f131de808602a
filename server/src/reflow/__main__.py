"""The engine's command: ``python -m reflow schema`` creates or upgrades its own tables."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys

from reflow.postgres import schema
from reflow.postgres.database import PUBLIC, Database


def main() -> None:
    """Run the command. It exits with a sentence if the database cannot be upgraded."""
    parser = argparse.ArgumentParser("python -m reflow")
    command = parser.add_subparsers(required=True).add_parser(
        "schema", help="create or upgrade the engine's own tables; a second run changes nothing"
    )
    command.add_argument("--dsn", default=os.environ.get("DATABASE_URL"), help="by default DATABASE_URL")
    command.add_argument("--schema", default=PUBLIC, help="the app's schema; by default public")
    command.add_argument("--print", action="store_true", help="print the SQL for an empty database, and run nothing")
    given = parser.parse_args()
    if given.print:
        sys.stdout.write(schema.sql(given.schema))
        return
    if not given.dsn:
        parser.error("name the database with --dsn or DATABASE_URL")
    try:
        before = asyncio.run(_upgrade(given.dsn, given.schema))
    except schema.SchemaTooNew as error:
        sys.exit(str(error))
    done = "were already at" if before == schema.VERSION else "are now at"
    sys.stdout.write(f"The engine's tables in the schema {given.schema} {done} version {schema.VERSION}.\n")


async def _upgrade(dsn: str, name: str) -> int:
    database = Database(dsn, size=1, schema=name)
    try:
        return await schema.upgrade(database)
    finally:
        await database.close()


if __name__ == "__main__":
    main()
