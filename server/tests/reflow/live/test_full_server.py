"""A PostgreSQL without a free connection refuses new calls at once, and updates go on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World

from reflow.errors import AppError
from reflow.postgres.database import Database

ROLE = "limited"
_FOR_ALL = f"""
    CREATE ROLE {ROLE} LOGIN REPLICATION CONNECTION LIMIT -1;
    GRANT ALL ON ALL TABLES IN SCHEMA public TO {ROLE};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {ROLE}"""


@pytest.fixture
async def limited(toy_dsn: str) -> AsyncIterator[Database]:
    """The toy's database, as a role whose connections the tests can limit."""
    psql = await asyncpg.connect(toy_dsn)
    await psql.execute(_FOR_ALL)
    database = Database(toy_dsn.replace("postgres@", f"{ROLE}@"))
    yield database
    await database.close()
    await psql.execute(f"DROP OWNED BY {ROLE}; DROP ROLE {ROLE}")
    await psql.close()


async def test_who_calls_is_told_that_the_server_is_busy_and_screens_stay_current(
    limited: Database, toy_dsn: str
) -> None:
    engine = toy_engine(limited)
    await engine.start()
    bob = Person(World(engine, limited), "bob")
    wall = await bob.watch(toy.list_messages, channel="c")
    limited.discard_idle()
    psql = await asyncpg.connect(toy_dsn)
    await psql.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT 0")

    with pytest.raises(AppError, match="The server is busy"):
        await engine.run_mutation(toy.send, toy.send.complete({"body": "m0", "channel": "c"}), bob.identity)
    await psql.execute("INSERT INTO messages (channel, author_id, body, rank) VALUES ('c', 'x', 'by hand', 1)")
    await until(lambda: len(wall.now) == 1)

    await psql.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT -1")
    await bob.do(toy.send, body="m1", channel="c")
    assert len(wall.now) == 2
    await psql.close()
    await engine.stop()
