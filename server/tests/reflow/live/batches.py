"""Batches with receipts: the usual example of a state that fits no order of the mutations.

A batch is a counter, which is 1 once the batch is closed. Its receipts are the messages of a channel of the same name.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

from tests.reflow.toy import functions as toy
from tests.reflow.until import until
from tests.world import Person, World

from reflow.context import ActionCtx, MutationCtx, QueryCtx
from reflow.errors import AppError
from reflow.functions import Query, action, mutation, query

OPEN, CLOSED, CLOSED_WITH_ONE = [0, 0], [1, 0], [1, 1]
"""What a report says of a batch."""
DICE = random.Random()
gates: dict[str, asyncio.Event] = {}
begun: list[str] = []


async def pass_gate(name: str) -> None:
    """Wait until a test opens the gate."""
    begun.append(name)
    await gates[name].wait()


async def hesitate(most: int) -> None:
    """Let other tasks go first, as chance has it."""
    for _ in range(DICE.randrange(most)):
        await asyncio.sleep(0)


@mutation(path="batches:addReceipt")
async def add_receipt(ctx: MutationCtx, *, batch: str) -> None:
    """Add a receipt to an open batch, slowly."""
    is_closed = await ctx.value(toy.COUNTER, name=batch)
    await pass_gate("receipt")
    if is_closed:
        raise AppError("closed", "The batch is closed.")
    await ctx.value(toy.ADD, channel=batch, author_id="x", body="receipt", rank=0)


@mutation(path="batches:addReceiptByChance")
async def add_receipt_by_chance(ctx: MutationCtx, *, batch: str) -> None:
    """Add a receipt to an open batch, in the time that chance has it."""
    is_closed = await ctx.value(toy.COUNTER, name=batch)
    await hesitate(3_000)
    if is_closed:
        raise AppError("closed", "The batch is closed.")
    await ctx.value(toy.ADD, channel=batch, author_id="x", body="receipt", rank=0)


@mutation(path="batches:close")
async def close_batch(ctx: MutationCtx, *, batch: str) -> None:
    """Close a batch."""
    await ctx.execute(toy.SET_COUNTER, counter=batch, to=1)


async def _read(ctx: QueryCtx, batch: str) -> list[int]:
    return [await ctx.value(toy.COUNTER, name=batch), await ctx.value(toy.COUNT, channel=batch)]


@query(path="batches:draft")
async def draft(ctx: QueryCtx, *, batch: str) -> list[int]:
    """Whether a batch is closed, and how many receipts it has."""
    return await _read(ctx, batch)


@query(path="batches:report", serializable=True, deadline=30)
async def report(ctx: QueryCtx, *, batch: str) -> list[int]:
    """The same. Once the batch is closed, the report is final."""
    found = await _read(ctx, batch)
    await pass_gate("report")
    return found


@query(path="batches:total", serializable=True)
async def total(ctx: QueryCtx, *, batch: str) -> list[int]:
    """A serializable query that is built on plain ones."""
    return [int(await ctx.run(toy.counter, name=batch) or 0), await ctx.run(toy.count, channel=batch)]


@query(path="batches:summary", serializable=True)
async def summary(ctx: QueryCtx, *, batch: str) -> list[int]:
    """A serializable query that is built on one."""
    return await ctx.run(report, batch=batch)


@query(path="batches:isClosed", serializable=True)
async def is_closed(ctx: QueryCtx, *, batch: str) -> int:
    """The first half of a report."""
    found: int = await ctx.value(toy.COUNTER, name=batch)
    return found


@query(path="batches:receipts", serializable=True)
async def receipts(ctx: QueryCtx, *, batch: str) -> int:
    """The other half of a report."""
    found: int = await ctx.value(toy.COUNT, channel=batch)
    return found


@query(path="batches:careless")
async def careless(ctx: QueryCtx, *, batch: str) -> list[int]:
    """A plain query that is built on a serializable one, and hides its refusal."""
    try:
        return await ctx.run(report, batch=batch)
    except TypeError:
        return []


@mutation(path="batches:archive")
async def archive(ctx: MutationCtx, *, batch: str) -> list[int]:
    """A mutation that runs a serializable query in its own transaction."""
    return await ctx.run(report, batch=batch)


@action(path="batches:print")
async def print_report(ctx: ActionCtx, *, batch: str) -> list[int]:
    """An action that runs one."""
    return await ctx.query(report, batch=batch)


CALLS = (draft, report, total, summary, is_closed, receipts, print_report)


class Screen:
    """A screen on a query, and everything that it has shown. A refusal is shown as its code."""

    def __init__(self, person: Person, query: Query[Any, Any], batch: str = "b") -> None:
        self.shown: list[Any] = []
        self.watch = person.open(query, batch=batch)
        self.watch._subscription._on_change = self._look

    def _look(self) -> None:
        if self.watch.answered:
            error = self.watch.evaluation.error
            shown = self.watch.evaluation.returned if error is None else (error.data or {})["code"]
            if self.shown[-1:] != [shown]:
                self.shown.append(shown)

    async def shows(self, expected: Any) -> None:
        """Wait until it shows this."""
        await until(lambda: self.watch.answered and self.shown[-1:] == [expected])


def does(person: Person, change: Any, **given: Any) -> asyncio.Task[Any]:
    """Begin a mutation, without waiting for any screen."""
    return asyncio.create_task(person.world.engine.run_mutation(change, change.complete(given), person.identity))


async def begins_a_receipt(person: Person) -> asyncio.Task[Any]:
    """A mutation that has read that the batch is open, and waits."""
    adding = does(person, add_receipt, batch="b")
    await until(lambda: "receipt" in begun)
    return adding


async def make(world: World, *batches: str) -> None:
    """Make open batches; receipts wait at their gate, reports do not."""
    begun.clear()
    gates.update(receipt=asyncio.Event(), report=asyncio.Event())
    gates["report"].set()
    async with world.database.transaction() as connection:
        for batch in batches:
            await connection.text("INSERT INTO counters (name) VALUES ($1)", batch)
