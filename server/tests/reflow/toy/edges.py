"""The toy's unusual calls: refusals below an action, actions without end, unset arguments, constant collisions."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import asyncpg
import msgspec
from tests.reflow.toy import functions

from reflow.context import ActionCtx, MutationCtx, QueryCtx
from reflow.functions import action, mutation, query


@action(path="actions:refusedBelow")
async def refused_below(ctx: ActionCtx, *, body: str) -> None:
    """An action that calls a mutation that refuses."""
    await ctx.mutate(functions.send_then_fail, body=body)


@action(path="actions:refusedAsked")
async def refused_asked(ctx: ActionCtx) -> None:
    """An action that runs a query that refuses."""
    await ctx.query(functions.refusal)


@action(path="actions:tires")
async def tires(ctx: ActionCtx) -> None:
    """Raise `TimeoutError` of its own."""
    async with asyncio.timeout(0):
        await asyncio.Event().wait()


@query(path="values:held")
async def held(ctx: QueryCtx, *, gate: str) -> str:
    """Hold the cycle that evaluates it until the test opens the gate."""
    await functions.gates.setdefault(gate, asyncio.Event()).wait()
    return gate


@action(path="actions:stubborn")
async def stubborn(ctx: ActionCtx, *, gate: str) -> None:
    """Ignore cancellation until the test opens the gate."""
    while not functions.gates.setdefault(gate, asyncio.Event()).is_set():
        with suppress(asyncio.CancelledError):
            await functions.gates[gate].wait()


@mutation(path="values:unset")
async def unset(ctx: MutationCtx, *, value: int | msgspec.UnsetType = msgspec.UNSET) -> str:
    """Whether a value was given; null is none."""
    return "unset" if value is msgspec.UNSET else "set"


@query(path="values:unsetAsked")
async def unset_asked(ctx: QueryCtx, *, value: int | msgspec.UnsetType = msgspec.UNSET) -> str:
    """The same as a query."""
    return "unset" if value is msgspec.UNSET else "set"


@action(path="values:unsetTaken")
async def unset_taken(ctx: ActionCtx, *, value: int | msgspec.UnsetType = msgspec.UNSET) -> str:
    """The same as an action."""
    return "unset" if value is msgspec.UNSET else "set"


attempts: list[str] = []
"""How often each failing mutation was tried."""


@mutation(path="errors:collides")
async def collides(ctx: MutationCtx, *, name: str) -> None:
    """Write, and raise a serialization error each time."""
    attempts.append(name)
    await ctx.execute(functions.ADD, channel=name, author_id="x", body="never", rank=0)
    raise asyncpg.SerializationError("could not serialize access")


@mutation(path="errors:missingFile")
async def missing_file(ctx: MutationCtx, *, name: str) -> None:
    """Raise an `OSError` of its own."""
    attempts.append(name)
    await ctx.value(functions.COUNTER, name=name)
    raise FileNotFoundError(name)


@mutation(path="counters:addTwo")
async def add_two(ctx: MutationCtx, *, counter: str) -> int:
    """Read, add two, write: like `increment`, with another name for the argument."""
    value = int(await ctx.value(functions.COUNTER, name=counter)) + 2
    await ctx.execute(functions.SET_COUNTER, counter=counter, to=value)
    return value


@mutation(path="counters:incrementVisitors")
async def increment_visitors(ctx: MutationCtx) -> int:
    """Increment a counter that no argument names."""
    return await functions.increment.call(ctx, name="visitors")


@mutation(path="counters:incrementSlowly")
async def increment_slowly(ctx: MutationCtx, *, name: str, gate: str) -> int:
    """Read, add one when the test opens the gate, and write."""
    value = int(await ctx.value(functions.COUNTER, name=name)) + 1
    attempts.append(gate)
    await functions.gates.setdefault(gate, asyncio.Event()).wait()
    await ctx.execute(functions.SET_COUNTER, counter=name, to=value)
    return value


@mutation(path="messages:sendGated")
async def send_gated(ctx: MutationCtx, *, body: str, gate: str) -> int:
    """Write a message when the test opens the gate. It reads first, so that its snapshot is older."""
    await ctx.value(functions.COUNTER, name=gate)
    attempts.append(gate)
    await functions.gates.setdefault(gate, asyncio.Event()).wait()
    return await functions.send.call(ctx, body=body)


@mutation(path="messages:sendEndlessly", deadline=0.1)
async def send_endlessly(ctx: MutationCtx, *, body: str) -> None:
    """Write a message, and never return."""
    await functions.send.call(ctx, body=body)
    await asyncio.Event().wait()
