"""Under load no update is lost: in the end every open screen shows the state of the database."""

from __future__ import annotations

import asyncio
import random

import asyncpg
from tests.reflow.toy import functions as toy
from tests.world import Person, World

SCREENS = 2_000
WRITERS = 4
WRITES = 20_000


async def test_two_thousand_screens_are_right_after_twenty_thousand_writes(
    bob: Person, world: World, toy_dsn: str
) -> None:
    names = [f"counter {number}" for number in range(SCREENS)]
    setup = await asyncpg.connect(toy_dsn)
    await setup.execute("INSERT INTO counters SELECT 'counter ' || n FROM generate_series(0, $1::int - 1) n", SCREENS)
    await setup.close()
    screens = [bob.open(toy.counter, name=name) for name in names]
    await world.engine.catch_up()

    await asyncio.gather(*(_write(toy_dsn, seed, WRITES // WRITERS) for seed in range(WRITERS)))
    await world.show(screens)

    reader = await asyncpg.connect(toy_dsn)
    held = dict(await reader.fetch("SELECT name, value FROM counters"))
    await reader.close()
    shown = {name: screen.now for name, screen in zip(names, screens, strict=True)}
    lost = {name for name in names if shown[name] != held[name]}
    assert not lost
    assert sum(held.values()) == WRITES


async def _write(dsn: str, seed: int, times: int) -> None:
    """Update one row per transaction, again and again, as an outside program would."""
    dice = random.Random(seed)
    connection = await asyncpg.connect(dsn)
    update = await connection.prepare("UPDATE counters SET value = value + 1 WHERE name = $1")
    for _ in range(times):
        await update.fetch(f"counter {dice.randrange(SCREENS)}")
    await connection.close()
