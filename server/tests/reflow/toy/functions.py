"""The toy's calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

import asyncpg
import msgspec
import sqlalchemy as sa
from sqlalchemy import bindparam
from tests.reflow.toy.tables import counters, messages, people

from reflow.context import ActionCtx, MutationCtx, QueryCtx
from reflow.errors import AppError
from reflow.functions import action, mutation, query
from reflow.pagination import FIRST_PAGE, Page, Pages, PaginationOpts, paginate
from reflow.postgres.database import Row
from reflow.statements import statement
from reflow.values import Int64


class Stamp(msgspec.Struct):
    """The object that the toy's deployment passes to its functions."""

    words: str


class Message(msgspec.Struct, rename="camel"):
    """A message in a channel."""

    id: int = msgspec.field(name="_id")
    channel: str
    body: str
    author: str


MESSAGES = statement(
    sa.select(messages.c.id, messages.c.channel, messages.c.body, messages.c.author_id, people.c.name)
    .outerjoin(people, people.c.id == messages.c.author_id)
    .where(messages.c.channel == bindparam("channel"))
    .order_by(messages.c.id)
    .limit(5_000)
)
BY_RANK = Pages(
    sa.select(messages.c.id, messages.c.body, messages.c.rank).where(messages.c.channel == bindparam("channel")),
    by=(messages.c.rank.asc(), messages.c.id.asc()),
)
ADD = statement(
    sa.insert(messages)
    .values(
        channel=bindparam("channel"), author_id=bindparam("author_id"), body=bindparam("body"), rank=bindparam("rank")
    )
    .returning(messages.c.id)
)
REMOVE = statement(sa.delete(messages).where(messages.c.id == bindparam("id")))
MOVE = statement(
    sa.update(messages).where(messages.c.id == bindparam("message_id")).values(channel=bindparam("to_channel"))
)
COUNT = statement(sa.select(sa.func.count()).select_from(messages).where(messages.c.channel == bindparam("channel")))
DIVIDE = statement(sa.select(sa.literal(1) / sa.bindparam("divisor", type_=sa.Integer)))
COUNTER = statement(sa.select(counters.c.value).where(counters.c.name == bindparam("name")))
SET_COUNTER = statement(
    sa.update(counters).where(counters.c.name == bindparam("counter")).values(value=bindparam("to"))
)
ADD_COUNTER = statement(sa.insert(counters).values(name=bindparam("name")))


def _view(row: Row) -> Message:
    return Message(id=row.id, channel=row.channel, body=row.body, author=row.name or row.author_id)


@query(path="messages:list")
async def list_messages(ctx: QueryCtx, *, channel: str = "general") -> list[Message]:
    """The messages of a channel, oldest first."""
    return [_view(row) for row in await ctx.rows(MESSAGES, channel=channel)]


@query(path="messages:count")
async def count(ctx: QueryCtx, *, channel: str = "general") -> int:
    """How many messages a channel has."""
    found: int = await ctx.value(COUNT, channel=channel)
    return found


@query(path="messages:bodies")
async def bodies(ctx: QueryCtx, *, channel: str = "general") -> list[str]:
    """The texts alone, made from the list: a query that runs a query."""
    return [message.body for message in await ctx.run(list_messages, channel=channel)]


@query(path="messages:isEmpty")
async def is_empty(ctx: QueryCtx, *, channel: str = "general") -> bool:
    """Whether the channel has no messages. Most changes of the count do not change it."""
    return await ctx.run(count, channel=channel) == 0


@query(path="messages:page")
async def page(ctx: QueryCtx, *, channel: str, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[str]:
    """A channel by rank, page by page."""
    return await paginate(ctx, BY_RANK, pagination_opts, lambda row: str(row.body), channel=channel)


VIEWS_MADE: list[str] = []
"""The texts of the messages for which `messages:views` has made a view."""


class MessageView(msgspec.Struct, rename="camel"):
    """A message in a list of views."""

    body: str
    rank_shown: int
    note: int | None = None


@query(path="messages:views")
async def views(ctx: QueryCtx, *, channel: str, pagination_opts: PaginationOpts = FIRST_PAGE) -> Page[MessageView]:
    """A channel by rank, page by page, as views that are made again only when their message or the note changes."""
    note = await ctx.value(COUNTER, name="note")

    def view(row: Row) -> MessageView:
        VIEWS_MADE.append(row.body)
        return MessageView(body=row.body, rank_shown=row.rank, note=note)

    return await paginate(ctx, BY_RANK, pagination_opts, view, same_while=(note,), channel=channel)


@query(path="messages:mine")
async def mine(ctx: QueryCtx) -> str:
    """The caller's name."""
    return ctx.identity.subject if ctx.identity else "anonymous"


@query(path="messages:members")
async def members(ctx: QueryCtx) -> str:
    """One answer for all signed-in callers."""
    if not ctx.signed_in:
        raise AppError("unauthenticated", "Please log in.")
    return "welcome"


@query(path="messages")
async def default(ctx: QueryCtx) -> str:
    """A default export."""
    return "default export"


@query(path="deeply/nested/module:hello")
async def nested(ctx: QueryCtx) -> str:
    """A function in a folder."""
    return "nested"


@query(path="counters:get")
async def counter(ctx: QueryCtx, *, name: str) -> int | None:
    """A counter's value; null before it was made."""
    found: int | None = await ctx.value(COUNTER, name=name)
    return found


@mutation(path="counters:increment")
async def increment(ctx: MutationCtx, *, name: str) -> int:
    """Read, add one, write: wrong unless transactions are serializable."""
    value = await ctx.value(COUNTER, name=name)
    if value is None:
        await ctx.execute(ADD_COUNTER, name=name)
        value = 0
    await ctx.execute(SET_COUNTER, counter=name, to=value + 1)
    return int(value) + 1


@mutation(path="messages:send")
async def send(
    ctx: MutationCtx, *, body: Annotated[str, msgspec.Meta(max_length=2000)], channel: str = "general", rank: int = 0
) -> int:
    """Write a message; its id."""
    author = ctx.identity.subject if ctx.identity else "anonymous"
    sent: int = await ctx.value(ADD, channel=channel, author_id=author, body=body, rank=rank)
    return sent


@mutation(path="messages:remove")
async def remove(ctx: MutationCtx, *, message_id: int) -> bool:
    """Remove a message; whether it was there."""
    return await ctx.execute(REMOVE, id=message_id) == 1


@mutation(path="messages:move")
async def move(ctx: MutationCtx, *, message_id: int, channel: str) -> None:
    """Move a message to another channel."""
    await ctx.execute(MOVE, message_id=message_id, to_channel=channel)


@mutation(path="messages:sendThenFail")
async def send_then_fail(ctx: MutationCtx, *, body: str) -> None:
    """Write and then refuse: nothing may stay."""
    await ctx.execute(ADD, channel="general", author_id="x", body=body, rank=0)
    raise AppError("refused", "No.", detail={"body": body})


@mutation(path="messages:sendAs")
async def send_as(ctx: MutationCtx, *, body: str, channel: str = "general") -> str:
    """Write as the caller; the caller's name."""
    if ctx.identity is None:
        raise AppError("unauthenticated", "Please log in.")
    await ctx.execute(ADD, channel=channel, author_id=ctx.identity.subject, body=body, rank=0)
    return ctx.identity.subject


gates: dict[str, asyncio.Event] = {}
"""Opened by tests, so that a call can wait in the middle without a clock."""


@query(path="errors:inTheDatabase")
async def fails_in_the_database(ctx: QueryCtx, *, divisor: int) -> int:
    """A statement that PostgreSQL rejects for some arguments."""
    found: int = await ctx.value(DIVIDE, divisor=divisor)
    return found


@mutation(path="messages:sendSlowly")
async def send_slowly(ctx: MutationCtx, *, body: str, gate: str, channel: str = "general") -> int:
    """Write, and commit only when the test opens the gate."""
    sent = await ctx.value(ADD, channel=channel, author_id="x", body=body, rank=0)
    await gates.setdefault(gate, asyncio.Event()).wait()
    return int(sent)


@query(path="errors:plain")
async def plain_error(ctx: QueryCtx) -> None:
    """A bug."""
    raise RuntimeError("the secret inside")


@query(path="errors:refusal")
async def refusal(ctx: QueryCtx) -> None:
    """A refusal."""
    raise AppError("refused", "You shall not pass.", answer=42)


@mutation(path="errors:plainMutation")
async def plain_mutation_error(ctx: MutationCtx) -> None:
    """A bug."""
    raise RuntimeError("the secret inside")


@query(path="errors:whileEmpty")
async def fails_while_empty(ctx: QueryCtx, *, channel: str) -> int:
    """A refusal as long as the channel is empty, then a value."""
    found = await ctx.run(count, channel=channel)
    if found == 0:
        raise AppError("empty", "Nobody wrote yet.")
    return found


@query(path="values:bad")
async def bad_value(ctx: QueryCtx) -> dict[str, int]:
    """A field name that would make the client fail for good."""
    return {"naïve": 1}


@query(path="values:echo")
async def echo(ctx: QueryCtx, *, value: Any) -> Any:
    """The value again."""
    return value


@mutation(path="values:echoMutation")
async def echo_mutation(ctx: MutationCtx, *, value: Any) -> Any:
    """The value again, having written nothing."""
    return value


@action(path="values:echoAction")
async def echo_action(ctx: ActionCtx, *, value: Any) -> Any:
    """The value again."""
    return value


@query(path="values:big")
async def big(ctx: QueryCtx) -> Int64:
    """A 64-bit integer."""
    return Int64(2**63 - 1)


@action(path="actions:double")
async def double(ctx: ActionCtx, *, number: float) -> float:
    """Twice the number."""
    return 2 * number


@action(path="actions:relay")
async def relay(ctx: ActionCtx, *, body: str) -> int:
    """Write through a mutation, then read: the action sees its own writes."""
    await ctx.mutate(send, body=body, channel="relay")
    return await ctx.query(count, channel="relay")


@action(path="actions:hold")
async def hold(ctx: ActionCtx, *, gate: str) -> str:
    """Answer when the test opens the gate."""
    await gates.setdefault(gate, asyncio.Event()).wait()
    return gate


@action(path="actions:refuse")
async def refuse_action(ctx: ActionCtx) -> None:
    """A refusal."""
    raise AppError("refused", "No.")


@action(path="errors:plainAction")
async def plain_action_error(ctx: ActionCtx) -> None:
    """A bug."""
    raise RuntimeError("the secret inside")


async def no_jobs(connection: object, job: str, arguments: object, not_before: object) -> None:
    """The toy has no jobs."""
    raise AppError("unsupported", f"No job {job}")


Connected = Callable[[], asyncpg.Connection]


@query(path="stamps:seen")
async def stamp_seen(ctx: QueryCtx) -> str:
    return ctx.get(Stamp).words


@mutation(path="stamps:used")
async def stamp_used(ctx: MutationCtx) -> str:
    return f"{ctx.get(Stamp).words} {await ctx.run(stamp_seen)}"


@action(path="stamps:taken")
async def stamp_taken(ctx: ActionCtx) -> str:
    return ctx.get(Stamp).words


@query(path="stamps:missing")
async def stamp_missing(ctx: QueryCtx) -> float:
    return ctx.get(float)
