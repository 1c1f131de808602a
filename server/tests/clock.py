"""The database's clock, as Inflow's functions see it, moved by hand.

Statements and jobs say ``now()`` and ``clock_timestamp()`` without a schema. In the tests' database a schema of ours is
looked through before PostgreSQL's own, so they find these. What a table fills in by itself was bound when the table was
made, and keeps to the real clock.
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
    """Have connections that are opened from now on see a clock that can be moved. Until it is, it is the real one."""
    connection = await database.connect()
    await connection.raw.execute(_MADE)
    await connection.raw.close()


class Clock:
    """The clock of everybody in this world. Once moved it stands still."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.now = datetime.now(UTC)

    async def stands_at(self, moment: datetime) -> None:
        """Have it be this moment, and open screens be right."""
        self.now = moment
        await self.set_to(moment)
        await self._world.settle()

    async def waits(self, **span: float) -> None:
        """Let so much time pass."""
        await self.stands_at(self.now + timedelta(**span))

    async def set_to(self, moment: datetime | None) -> None:
        """Have it stand at a moment, or go on as the real one."""
        async with self._world.database.transaction() as connection:
            await connection.text("DELETE FROM moved.clock")
            await connection.text("INSERT INTO moved.clock VALUES ($1)", moment)
