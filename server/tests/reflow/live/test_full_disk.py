"""A PostgreSQL whose disk is full refuses writes, and screens stay current."""

from __future__ import annotations

import asyncpg
import pytest
from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, refusal

from reflow.changes.source import SnapshotBatch
from reflow.live import retries
from reflow.live.engine import Engine
from reflow.postgres import database

_FULL = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION refuse()"""


async def test_who_writes_is_told_to_try_again_and_nothing_is_left(
    engine: Engine,
    toy_dsn: str,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(retries, "_FULL", 0.0)
    psql = await asyncpg.connect(toy_dsn)
    await psql.execute(_FULL)

    refused = [await refusal(bob.do(toy.send, body="m", channel="c")) for _ in range(3)]
    await psql.execute("DROP FUNCTION refuse CASCADE")
    await psql.close()
    await bob.do(toy.send, body="now", channel="c")

    assert refused == ["busy"] * 3
    assert [message.body for message in await bob.see(toy.list_messages, channel="c")] == ["now"]
    assert caplog.text.count("the database has no room") == 1


async def test_many_screens_stay_current_without_room_for_a_shared_snapshot(
    engine: Engine,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    attempts_to_share: list[SnapshotBatch],
) -> None:
    monkeypatch.setattr(database, "SHARING_REST", 3_600.0)
    monkeypatch.setattr(engine.graph.slow, "holds", lambda _: False)
    walls = [bob.open(toy.list_messages, channel=f"c{number}") for number in range(40)]
    await until(lambda: all(wall.answered for wall in walls))
    for number in range(40):
        await bob.do(toy.send, body="m", channel=f"c{number}")

    await until(lambda: all(len(wall.now) == 1 for wall in walls))
    assert len(attempts_to_share) == 1
    assert "cycle failed" not in caplog.text


@pytest.mark.parametrize("is_long", [False, True])
async def test_slow_queries_stay_current_without_room_for_a_shared_snapshot(
    engine: Engine,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    attempts_to_share: list[SnapshotBatch],
    *,
    is_long: bool,
) -> None:
    monkeypatch.setattr(engine.graph.slow, "holds", lambda node: node.function is toy.list_messages)
    monkeypatch.setattr(engine.graph.slow, "is_long", lambda _: is_long)
    walls = [bob.open(toy.list_messages, channel=f"c{number}") for number in range(12)]
    await until(lambda: all(wall.answered for wall in walls))
    for number in range(12):
        await bob.do(toy.send, body="m", channel=f"c{number}")

    await until(lambda: all(wall.answered and len(wall.now) == 1 for wall in walls))
    assert attempts_to_share
    assert "cycle failed" not in caplog.text
