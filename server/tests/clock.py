"""A clock for the database that tests set by hand.

Statements and jobs call ``now()`` and ``clock_timestamp()`` without a schema. In the tests' database a schema with
replacements comes before PostgreSQL's own in the search path, so they call these. A table's column defaults were bound
when the table was made, and keep using the real clock.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.world import World

from reflow.postgres.database import Database

_MADE = """
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock (stands_at timestamptz);
    CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE AS
        $$ SELECT coalesce((SELECT stands_at FROM moved.clock), pg_catalog.now()) $$;
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        $$ SELECT coalesce((SELECT stands_at FROM moved.clock), pg_catalog.clock_timestamp()) $$;
    DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = moved, pg_catalog, public', current_database());
    END $$
"""


async def give_a_clock_to_move(database: Database) -> None:
    """Give connections that open from now on a clock that tests can set. Until one does, it is the real clock."""
    connection = await database.connect()
    await connection.raw.execute(_MADE)
    await connection.raw.close()


class Clock:
    """The clock of all members in this world. Once set, it stands still."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.now = datetime.now(UTC)

    async def stands_at(self, moment: datetime) -> None:
        """Set the clock to this moment, and wait until all open screens are current."""
        self.now = moment
        await self.set_to(moment)
        await self._world.settle()

    async def waits(self, **span: float) -> None:
        """Move the clock forward by so much time."""
        await self.stands_at(self.now + timedelta(**span))

    async def set_to(self, moment: datetime | None) -> None:
        """Set the clock to a moment; with None, return to the real clock."""
        async with self._world.database.transaction() as connection:
            await connection.text("DELETE FROM moved.clock")
            await connection.text("INSERT INTO moved.clock VALUES ($1)", moment)
