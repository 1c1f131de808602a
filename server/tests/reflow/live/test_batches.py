"""Commits that concern no open screen cost no snapshot of their own."""

from __future__ import annotations

import asyncpg
import pytest
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World

COMMITS = 300


@pytest.fixture
def cuts(world: World, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one for each snapshot that the engine opens."""
    opened: list[int] = []
    source = world.engine._source
    original = source.cut

    def counted() -> object:
        opened.append(len(opened))
        return original()

    monkeypatch.setattr(source, "cut", counted)
    return opened


async def _commits(dsn: str, sql: str, times: int) -> None:
    """Commit as another program would."""
    connection = await asyncpg.connect(dsn)
    for number in range(times):
        await connection.execute(sql.format(number))
    await connection.close()


async def test_what_nobody_looks_at_opens_no_snapshot(
    alice: Person, bob: Person, world: World, toy_dsn: str, cuts: list[int]
) -> None:
    wall = await bob.watch(toy.list_messages, channel="c")
    before = len(cuts)

    await _commits(toy_dsn, "INSERT INTO counters VALUES ('name {}', 1)", COMMITS)
    assert len(cuts) - before < COMMITS / 10

    await alice.do(toy.send, body="m0", channel="c")
    assert len(wall.now) == 1


async def test_a_screen_that_opens_behind_them_shows_them(alice: Person, toy_dsn: str) -> None:
    await _commits(toy_dsn, "INSERT INTO counters VALUES ('name {}', 1)", 20)

    assert (await alice.watch(toy.counter, name="name 19")).now == 1


async def test_a_screen_that_opens_while_they_come_misses_none(alice: Person, world: World, toy_dsn: str) -> None:
    await _commits(toy_dsn, "INSERT INTO counters VALUES ('name {}', 0)", 1)
    for number in range(1, 30):
        writer = await asyncpg.connect(toy_dsn)
        screen = alice.open(toy.counter, name="name 0")
        await writer.execute("UPDATE counters SET value = $1", number)
        await writer.close()
        await until(lambda s=screen, n=number: s.answered and s.now == n)  # type: ignore[misc]  # bound to this round
        screen.close()
        await world.engine.catch_up()


async def test_they_are_delivered_in_time_all_the_same(world: World, toy_dsn: str) -> None:
    await world.engine.catch_up()

    await _commits(toy_dsn, "INSERT INTO counters VALUES ('name {}', 1)", 5)

    await until(lambda: not world.engine._source._backlog.waits)
