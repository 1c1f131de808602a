"""After any fault below the engine, every screen comes to show the stored rows, and none is lost or doubled."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.toy import functions as toy
from tests.reflow.toy import tables
from tests.reflow.until import until
from tests.world import Person, Watch, World

from reflow import embedded
from reflow.context import QueryCtx
from reflow.embedded import EmbeddedPostgres
from reflow.functions import query
from reflow.live import lanes, recompute
from reflow.live.engine import Engine
from reflow.postgres.database import Database
from reflow.results import Outcome

FANS = 400
_CUT_SENDERS = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE backend_type = 'walsender'"


@query(path="recovery:personal")
async def personal(ctx: QueryCtx, *, channel: str) -> list[str]:
    """A caller's own view of a channel."""
    me = ctx.identity.subject if ctx.identity else ""
    return [me + row.body for row in await ctx.rows(toy.MESSAGES, channel=channel)]


@pytest.fixture
def home() -> Iterator[Path]:
    """The server's folder. When root runs the tests, the server runs as another user, who must be able to enter."""
    with tempfile.TemporaryDirectory(prefix="reflow-recovery-") as home:
        Path(home).chmod(0o711)
        yield Path(home)


@pytest.fixture
async def server(home: Path) -> AsyncIterator[EmbeddedPostgres]:
    """A PostgreSQL for these tests alone, which they may kill."""
    server = await embedded.start(home)
    await tables.create(server.dsn)
    yield server
    await server.stop()


@pytest.fixture
async def world(server: EmbeddedPostgres) -> AsyncIterator[World]:
    database = Database(server.dsn)
    engine = toy_engine(database)
    await engine.start()
    yield World(engine, database)
    await engine.stop()
    await database.close()


async def _strike(server: EmbeddedPostgres, blow: signal.Signals) -> None:
    """Stop the server with this signal and start it again."""
    pid = int((server.place.data / "postmaster.pid").read_text().split()[0])
    os.kill(pid, blow)
    await _silence(server.dsn)
    await server.ensure()


async def _silence(dsn: str) -> None:
    """Wait until the server accepts no more connections."""
    while True:
        try:
            connection = await asyncpg.connect(dsn)
        except (OSError, asyncpg.PostgresError):
            return
        await connection.close()


async def _send(engine: Engine, session: str, request: int, body: str) -> Outcome:
    return await engine.mutate(
        session=session, request=request, path="messages:send", arguments={"body": body}, identity=None
    )


async def _send_many(engine: Engine, session: str, until: asyncio.Event) -> list[str]:
    """Send one message after the other, as a page does; returns the acknowledged ones."""
    acknowledged = []
    request = 0
    while not until.is_set():
        body = f"{session} {request}"
        outcome = await _send(engine, session, request, body)
        if outcome.failure is None:
            acknowledged.append(body)
        request += 1
    return acknowledged


async def _healed(world: World) -> None:
    """Wait until the engine has caught up, retrying as often as needed."""
    while True:
        try:
            return await world.settle()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await asyncio.sleep(0)


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL], ids=lambda blow: blow.name)
async def test_a_restarted_server_loses_and_doubles_nothing(
    server: EmbeddedPostgres, world: World, blow: signal.Signals
) -> None:
    bob = Person(world, "bob")
    screen = await bob.watch(toy.list_messages)
    page = await bob.watch(toy.page, channel="general")
    written = asyncio.Event()
    sending = [asyncio.create_task(_send_many(world.engine, f"page {number}", written)) for number in range(4)]
    for _ in range(2):
        enough = len(screen.now) + 20
        await until(lambda: len(screen.now) >= enough)  # noqa: B023  # it is awaited here
        await _strike(server, blow)
    written.set()
    acknowledged = [body for bodies in await asyncio.gather(*sending) for body in bodies]

    await _healed(world)

    stored = [message.body for message in screen.now]
    assert len(stored) == len(set(stored))
    assert set(acknowledged) <= set(stored)
    # No caller was told that a call failed which had succeeded.
    assert set(stored) <= set(acknowledged)
    assert sorted(page.now.page) == sorted(stored)


async def test_a_mutation_waits_for_a_standby_to_be_promoted(server: EmbeddedPostgres, world: World) -> None:
    engine = world.engine
    await _send(engine, "page", 0, "before")
    data = server.place.data
    (data / "standby.signal").touch()
    os.chown(data / "standby.signal", data.stat().st_uid, data.stat().st_gid)
    await _strike(server, signal.SIGINT)
    counts = engine._mutations.counts["messages:send"]

    sending = asyncio.create_task(_send(engine, "page", 1, "meanwhile"))
    await until(lambda: sending.done() or counts.attempts > 2)
    assert not sending.done()
    operator = await asyncpg.connect(server.dsn)
    await operator.execute("SELECT pg_promote()")
    await operator.close()

    assert (await sending).failure is None
    await _healed(world)
    stored = await Person(world, "bob").see(toy.list_messages)
    assert [message.body for message in stored] == ["before", "meanwhile"]


async def test_a_log_that_is_cut_off_again_and_again_hides_nothing(server: EmbeddedPostgres, world: World) -> None:
    bob = Person(world, "bob")
    screens = [await bob.watch(toy.counter, name=f"counter {number}") for number in range(10)]
    by_hand = await asyncpg.connect(server.dsn)
    cutting = await asyncpg.connect(server.dsn)
    for round_ in range(5):
        for number in range(10):
            await by_hand.execute(
                "INSERT INTO counters VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2",
                f"counter {number}",
                round_,
            )
            if number == round_:
                await cutting.execute(_CUT_SENDERS)
    await by_hand.close()
    await cutting.close()

    await world.settle()

    assert [screen.now for screen in screens] == [4] * 10


async def test_losing_connections_makes_no_query_suspicious(server: EmbeddedPostgres, world: World) -> None:
    bob = Person(world, "bob")
    screen = await bob.watch(toy.counter, name="visitors")
    cutting = await asyncpg.connect(server.dsn)
    for round_ in range(5):
        await cutting.execute(
            "INSERT INTO counters VALUES ('visitors', $1) ON CONFLICT (name) DO UPDATE SET value = $1", round_
        )
        await cutting.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reflow'"
        )
    await cutting.close()

    await _healed(world)

    assert screen.now == 4
    assert not world.engine.graph.fragile


Show = Callable[[list[Watch[list[str]]], int], Awaitable[None]]


async def _all_show(screens: list[Watch[list[str]]], count: int) -> None:
    await until(lambda: all(screen.answered and len(screen.now) == count for screen in screens))


async def _all_have(screens: list[Watch[list[str]]], count: int) -> None:
    """Each has the update, although the next cycle outdates its slow query before those of the others have run."""
    await until(lambda: all(len(screen.now) == count for screen in screens))


async def test_while_the_log_cannot_be_followed_every_page_still_gets_every_update(
    server: EmbeddedPostgres, world: World
) -> None:
    screens = [Person(world, f"fan {number}").open(personal, channel="star") for number in range(FANS)]
    await until(lambda: all(screen.answered for screen in screens))
    async with _no_log(server, world):
        await _all_get_two_updates(world, screens, _all_show)


async def test_while_the_log_cannot_be_followed_slow_queries_of_old_pages_run_too(
    server: EmbeddedPostgres, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "_MOST_ROOTS", 3)
    monkeypatch.setattr(world.engine.graph.slow, "holds", lambda node: node.function is personal)
    screens = [Person(world, f"fan {number}").open(personal, channel="star") for number in range(10)]
    await until(lambda: all(screen.answered for screen in screens))

    async with _no_log(server, world):
        await _all_get_two_updates(world, screens, _all_have)


async def test_while_the_log_cannot_be_followed_old_pages_come_in_turn_though_there_is_no_time_for_all(
    server: EmbeddedPostgres, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = [Person(world, f"fan {number}").open(personal, channel="star") for number in range(6)]
    await until(lambda: all(screen.answered for screen in screens))
    monkeypatch.setattr(recompute, "_LONGEST", 0.0)
    monkeypatch.setattr(world.engine.graph.slow, "holds", lambda _: False)

    async with _no_log(server, world):
        await _all_get_two_updates(world, screens, _all_have)


@asynccontextmanager
async def _no_log(server: EmbeddedPostgres, world: World) -> AsyncIterator[None]:
    """A time in which the log cannot be followed: no slot can be made while a write transaction is open."""
    writer = await asyncpg.connect(server.dsn)
    await writer.execute("BEGIN; INSERT INTO counters VALUES ('held', 1)")
    await writer.execute(_CUT_SENDERS)
    await until(lambda: not world.engine.healthy)
    yield
    assert not world.engine.healthy
    await writer.close()
    await until(lambda: world.engine.healthy)


async def _all_get_two_updates(world: World, screens: list[Watch[list[str]]], show: Show) -> None:
    for number in range(1, 3):
        async with world.database.transaction() as connection:
            await connection.text("INSERT INTO messages (channel, author_id, body, rank) VALUES ('star', 'x', 'y', 1)")
        await show(screens, number)
