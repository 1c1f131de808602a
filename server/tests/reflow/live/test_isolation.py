"""A slow query, an open lock or very many screens delay only the pages that show them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam
from tests.reflow.toy import functions as toy
from tests.reflow.toy.tables import messages
from tests.reflow.until import until
from tests.world import Person, Watch, World

from reflow.context import QueryCtx
from reflow.errors import AppError
from reflow.functions import query
from reflow.live import recompute
from reflow.statements import statement

FANS = 600
COUNT = statement(sa.select(sa.func.count()).select_from(messages).where(messages.c.channel == bindparam("channel")))
TO_BOTH = "INSERT INTO messages (channel, author_id, body) VALUES ('slow', '', ''), ('other', '', '')"
_gates: dict[str, asyncio.Event] = {}
_begun: dict[str, int] = {}
_asking: list[str] = []


async def _pass_gate(name: str) -> None:
    _begun[name] = _begun.get(name, 0) + 1
    await _gates[name].wait()


@query(path="isolation:gated", deadline=20)
async def gated(ctx: QueryCtx, *, name: str) -> int:
    """The messages of a channel, counted slowly."""
    found: int = await ctx.value(COUNT, channel=name)
    await _pass_gate(name)
    return found


@query(path="isolation:onGated", deadline=20)
async def on_gated(ctx: QueryCtx, *, name: str) -> str:
    """A fast query that is built on a slow one."""
    return f"{await ctx.run(gated, name=name)} messages"


@query(path="isolation:endless", deadline=0.2)
async def endless(ctx: QueryCtx, *, name: str) -> int:
    """Reads, and returns only once its gate is open."""
    found: int = await ctx.value(COUNT, channel=name)
    await _pass_gate(name)
    return found


_meanwhile: dict[str, Callable[[], Awaitable[None]]] = {}


@query(path="isolation:overtaken")
async def overtaken(ctx: QueryCtx, *, name: str) -> int:
    """Never returns from its first run; a change overtakes its second run in a lane."""
    found: int = await ctx.value(COUNT, channel=name)
    _begun[name] = _begun.get(name, 0) + 1
    if name not in _meanwhile:
        await _gates["endless"].wait()
    elif (change := _meanwhile.pop(name, None)) is not None:
        _meanwhile[name] = _nothing
        await change()
    return found


async def _nothing() -> None:
    """The change of all later runs."""


@query(path="isolation:onItself")
async def on_itself(ctx: QueryCtx) -> int:
    """Waits for its own result."""
    return 1 + int(await ctx.run(on_itself))


@query(path="isolation:onEachOther")
async def on_each_other(ctx: QueryCtx, *, number: int) -> int:
    """Two that wait for each other."""
    return 1 + int(await ctx.run(on_each_other, number=1 - number))


@query(path="isolation:personal")
async def personal(ctx: QueryCtx, *, channel: str) -> list[str]:
    """A caller's own view of a channel."""
    _begun["personal"] = _begun.get("personal", 0) + 1
    me = ctx.identity.subject if ctx.identity else ""
    _asking.append(me)
    return [me + row.body for row in await ctx.rows(toy.MESSAGES, channel=channel)]


class Odd:
    """A result that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("cannot be compared")

    __hash__ = None  # type: ignore[assignment]  # as of all that have an __eq__


@query(path="isolation:odd")
async def odd(ctx: QueryCtx) -> Any:
    """A new result that cannot be compared, at each change."""
    await ctx.value(COUNT, channel="c")
    return Odd()


@pytest.fixture(autouse=True)
async def gates() -> AsyncIterator[None]:
    """Closed gates, all of which open at the end."""
    _gates.clear()
    _begun.clear()
    _asking.clear()
    _meanwhile.clear()
    for name in ("slow", "other", "endless"):
        _gates[name] = asyncio.Event()
    yield
    for gate in _gates.values():
        gate.set()


async def _says(person: Person, body: str, channel: str = "c") -> None:
    """Send a message without waiting for any screen."""
    outcome = await person.world.engine.mutate(
        session=f"{person.name} {body} {channel}",
        request=1,
        path="messages:send",
        arguments={"body": body, "channel": channel},
        identity=person.identity,
    )
    assert outcome.failure is None


async def until_value(connection: asyncpg.Connection[Any], sql: str, expected: object) -> None:
    """Wait until a statement gives this value."""
    async with asyncio.timeout(60):
        while await connection.fetchval(sql) != expected:
            pass


async def _published(world: World) -> None:
    """Wait until all results but the slow ones cover everything committed before now."""
    await world.engine.reached(await world.engine._source.flushed())


async def _open_gated(person: Person, name: str) -> Watch[int]:
    """A screen on a slow query that has its first answer; the next run waits at the gate."""
    _gates[name].set()
    screen = person.open(gated, name=name)
    await until(lambda: screen.answered)
    _gates[name].clear()
    assert screen._subscription.node is not None
    screen._subscription.node.seconds = 1.0  # as after a slow run
    return screen


async def test_a_query_that_never_returns_delays_no_update_of_others(alice: Person, bob: Person) -> None:
    wall = await bob.watch(toy.list_messages, channel="c")
    alice.open(endless, name="endless")
    await until(lambda: _begun.get("endless", 0) > 0)

    for number in range(3):
        await _says(alice, f"m{number}")
        await until(lambda n=number: len(wall.now) == n + 1)  # type: ignore[misc]  # bound to this round

    late = bob.open(toy.count, channel="c")
    await until(lambda: late.answered)
    assert late.now == 3


async def test_past_its_deadline_a_query_is_refused_named_in_the_log_and_tried_again(
    alice: Person, caplog: pytest.LogCaptureFixture
) -> None:
    screen = alice.open(endless, name="endless")
    await until(lambda: screen.answered)
    assert screen.evaluation.error is not None
    assert screen.evaluation.error.data is not None
    assert screen.evaluation.error.data["code"] == "timed_out"
    (line,) = [vars(record) for record in caplog.records if record.message == "a query took too long"]
    assert line["function"] == "isolation:endless"
    assert {"arguments", "seconds"} <= line.keys()

    _gates["endless"].set()
    await until(lambda: screen.evaluation.error is None)
    assert screen.now == 0


async def test_a_refused_query_whose_next_result_is_outdated_at_once_is_tried_again(alice: Person, bob: Person) -> None:
    screen = bob.open(overtaken, name="overtaken")
    await until(lambda: screen.answered)
    assert screen.evaluation.error is not None, "it has reached its deadline"

    async def change() -> None:
        await _says(alice, "m0", "overtaken")
        await _published(alice.world)

    _meanwhile["overtaken"] = change

    await until(lambda: screen.answered and screen.evaluation.error is None)
    assert screen.now == 1


async def test_an_open_alter_table_stops_only_the_pages_that_show_the_table(
    alice: Person, bob: Person, toy_dsn: str
) -> None:
    wall = await bob.watch(toy.list_messages, channel="c")
    operator = await asyncpg.connect(toy_dsn)
    await operator.execute("BEGIN; ALTER TABLE counters ADD COLUMN more int")

    blocked = alice.open(toy.counter, name="a")
    for number in range(3):
        await _says(alice, f"m{number}")
        await until(lambda n=number: len(wall.now) == n + 1)  # type: ignore[misc]  # bound to this round
    await until(lambda: blocked.answered)
    assert blocked.evaluation.error is not None, "it has reached its deadline"
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    await until_value(operator, waiting, 0)

    await operator.execute("ROLLBACK")
    await operator.close()
    await until(lambda: blocked.evaluation.error is None)


@pytest.mark.parametrize(("circle", "given"), [(on_itself, {}), (on_each_other, {"number": 0})])
async def test_queries_that_wait_for_each_other_are_refused(
    alice: Person, bob: Person, circle: Any, given: dict[str, Any]
) -> None:
    screen = alice.open(circle, **given)
    await until(lambda: screen.answered)

    assert screen.evaluation.error is not None
    assert (await bob.watch(toy.count, channel="c")).now == 0


async def test_a_result_that_cannot_be_compared_stops_nobody_else(alice: Person, bob: Person) -> None:
    wall = await bob.watch(toy.list_messages, channel="c")
    screen = alice.open(odd)
    await until(lambda: screen.answered)

    await _says(alice, "m0")

    await until(lambda: len(wall.now) == 1)


async def test_a_slow_result_is_not_shown_beside_a_newer_one_of_the_same_page(alice: Person, bob: Person) -> None:
    slow = await _open_gated(bob, "slow")
    built = bob.open(on_gated, name="slow")
    await until(lambda: built.answered)
    await _says(alice, "m0", "slow")
    await until(lambda: not slow.answered)

    assert not built.answered, "what is built on it may be outdated as well"
    _gates["slow"].set()
    await until(lambda: slow.answered and built.answered)
    assert (slow.now, built.now) == (1, "1 messages")


async def test_an_unchanged_slow_result_frees_what_is_built_on_it(alice: Person, bob: Person) -> None:
    slow = await _open_gated(bob, "slow")
    built = bob.open(on_gated, name="slow")
    await until(lambda: built.answered)
    await _says(alice, "m0", "slow")
    async with alice.world.database.transaction() as connection:
        await connection.text("DELETE FROM messages")
    await until(lambda: not slow.answered)

    _gates["slow"].set()
    await until(lambda: slow.answered and built.answered)

    assert (slow.now, built.now) == (0, "0 messages")
    assert built.evaluation.returned == "0 messages"


async def test_a_slow_query_that_a_change_outdates_while_it_runs_runs_again(alice: Person, bob: Person) -> None:
    slow = await _open_gated(bob, "slow")
    await _says(alice, "m0", "slow")
    await until(lambda: _begun["slow"] == 2)
    await _says(alice, "m1", "slow")
    await _published(alice.world)

    _gates["slow"].set()

    await until(lambda: slow.answered)
    assert slow.now == 2


async def test_the_first_answer_of_a_slow_query_is_never_of_the_past(alice: Person, bob: Person) -> None:
    screen = bob.open(gated, name="slow")
    await until(lambda: _begun.get("slow", 0) == 2)  # stopped in the cycle, and begun again in a lane
    await _says(alice, "m0", "slow")
    await _published(alice.world)

    _gates["slow"].set()

    await until(lambda: screen.answered)
    assert screen.now == 1


async def test_slow_queries_of_two_members_do_not_wait_for_each_other(alice: Person, bob: Person) -> None:
    first, second = await _open_gated(alice, "slow"), await _open_gated(bob, "other")
    await _says(alice, "m0", "slow")
    await until(lambda: _begun["slow"] == 2)
    await _says(alice, "m0", "other")
    await until(lambda: _begun["other"] == 2)

    _gates["other"].set()

    await until(lambda: second.answered and second.now == 1)
    assert not first.answered


async def test_one_of_two_that_began_on_one_connection_is_run_on_the_next(alice: Person, bob: Person) -> None:
    screens = {name: await _open_gated(alice, name) for name in ("slow", "other")}
    for screen in screens.values():
        assert screen._subscription.node is not None
        alice.world.engine.graph.slow.add_long(screen._subscription.node)
    async with alice.world.database.transaction() as connection:
        await connection.text(
            "INSERT INTO messages (channel, author_id, body) VALUES ('slow', '', ''), ('other', '', '')"
        )
    await until(lambda: max(_begun.values()) == 2)
    blocked = max(_begun, key=lambda name: _begun[name])
    free = "slow" if blocked == "other" else "other"

    _gates[free].set()

    await until(lambda: screens[free].answered and screens[free].now == 1)
    assert not screens[blocked].answered


async def test_a_screen_on_a_function_that_was_slow_just_now_is_answered_in_a_lane(alice: Person, bob: Person) -> None:
    await until(lambda: not alice.world.engine.graph.is_behind)
    alice.world.engine.graph.slow._until[gated.path] = float("inf")
    _gates["other"].set()

    screen = bob.open(gated, name="other")

    await until(lambda: screen.answered)
    assert screen.now == 0


async def test_of_hundreds_of_personal_views_the_first_is_shown_before_the_last_runs(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("_SLICE", "_REST", "_LONGEST_ALLOWANCE"):
        monkeypatch.setattr(recompute, part, 0.001)  # so that a fast machine needs several cycles too
    fans = [Person(world, f"fan {number}") for number in range(FANS)]
    shown_after: list[int] = []
    screens = [fan.open(personal, channel="star") for fan in fans]
    await until(lambda: all(screen.answered for screen in screens))
    for screen in screens:
        screen._subscription._on_change = lambda: shown_after.append(_begun["personal"])
    _begun["personal"] = 0

    await _says(alice, "hello", "star")
    await until(lambda: all(screen.answered and len(screen.now) == 1 for screen in screens))

    assert shown_after[0] < FANS
    await world.settle()


async def test_after_a_doubt_the_newest_pages_are_read_again_first(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("_SLICE", "_REST", "_LONGEST_ALLOWANCE"):
        monkeypatch.setattr(recompute, part, 60.0)  # so that a slow machine needs one cycle, too
    monkeypatch.setattr(world.engine.graph.slow, "holds", lambda _: False)
    screens = [Person(world, f"fan {number}").open(personal, channel="star") for number in range(FANS)]
    await until(lambda: all(screen.answered for screen in screens))
    _asking.clear()

    world.engine._doubt = True
    await _says(alice, "hello", "elsewhere")
    await until(lambda: len(_asking) >= FANS and not world.engine.graph.due)

    turns = [_asking.index(f"fan {number}") for number in range(FANS)]
    assert max(turns[-100:]) < min(turns[:100])
    await world.settle()


async def test_a_refusal_of_a_slow_query_reaches_who_asks_over_http(alice: Person) -> None:
    with pytest.raises(AppError) as refused:
        await alice.see(endless, name="endless")
    assert refused.value.code == "timed_out"
