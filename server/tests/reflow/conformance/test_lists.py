"""Lists read page by page, in each of the npm package's three ways: none loses a row, or shows one twice."""

from __future__ import annotations

import asyncpg
import pytest
from tests.reflow.conformance.clients import Client, Node
from tests.reflow.conformance.screens import Failed, Line, Watch
from tests.reflow.conformance.servers import Server

WAYS = ["onPaginatedUpdate", "usePaginatedQuery", "usePaginatedQuery_experimental"]


class Reader:
    """A client that reads a channel by rank."""

    def __init__(self, client: Client, way: str) -> None:
        self.client = client
        self.way = way

    async def open(self, channel: str, size: int, path: str = "messages:page") -> Watch:
        """Open the list with this many rows per page."""
        if self.way == "onPaginatedUpdate":
            return await self.client.list(path, size, channel=channel)
        return await self.client.mount("List", hook=self.way, path=path, args={"channel": channel}, size=size)

    async def more(self, watch: Watch, size: int) -> None:
        """Ask for more rows."""
        await watch.more(size, "more" if self.way == "onPaginatedUpdate" else "moreRows")


@pytest.fixture(params=WAYS)
async def reader(request: pytest.FixtureRequest, node: Node, server: Server) -> Reader:
    """A client for each of the three ways."""
    op = "open" if request.param == "onPaginatedUpdate" else "openReact"
    return Reader(await node.open(server.address, op=op), request.param)


async def write(client: Client, channel: str, *ranks: int) -> list[int]:
    """Send messages whose bodies are their ranks; their ids."""
    calls = [client.mutate("messages:send", body=f"{rank}", channel=channel, rank=rank) for rank in ranks]
    return [(await call)["value"] for call in calls]


def updated(transition: Line) -> list[Line]:
    """The new values in a Transition."""
    return [each for each in transition["modifications"] if each["type"] == "QueryUpdated"]


def named(*ranks: int) -> list[str]:
    """The bodies of these messages."""
    return [f"{rank}" for rank in ranks]


async def test_a_list_is_loaded_bit_by_bit(reader: Reader, bob: Client, channel: str) -> None:
    await write(bob, channel, 10, 20, 30, 40, 50)

    listed = await reader.open(channel, 2)
    await listed.lists(named(10, 20), "CanLoadMore")
    # On a busy machine the page may arrive before the first render.
    assert {shown["status"] for shown in listed.history} <= {"LoadingFirstPage", "CanLoadMore"}
    await reader.more(listed, 2)
    await listed.lists(named(10, 20, 30, 40), "CanLoadMore")
    await reader.more(listed, 2)
    await listed.lists(named(10, 20, 30, 40, 50), "Exhausted")

    assert "LoadingMore" in [shown["status"] for shown in listed.history]


async def test_a_row_in_the_middle_appears_where_it_belongs(reader: Reader, bob: Client, channel: str) -> None:
    await write(bob, channel, 10, 20, 30, 40)
    listed = await reader.open(channel, 2)
    await listed.lists(named(10, 20), "CanLoadMore")
    await reader.more(listed, 2)
    await listed.lists(named(10, 20, 30, 40), "Exhausted")

    await write(bob, channel, 15)
    await listed.lists(named(10, 15, 20, 30, 40), "Exhausted")
    await write(bob, channel, 25)
    await listed.lists(named(10, 15, 20, 25, 30, 40), "Exhausted")
    await write(bob, channel, 5)
    await listed.lists(named(5, 10, 15, 20, 25, 30, 40), "Exhausted")


async def test_pages_shrink_and_do_not_slide(reader: Reader, bob: Client, channel: str) -> None:
    ids = await write(bob, channel, 10, 20, 30, 40, 50)
    listed = await reader.open(channel, 2)
    await listed.lists(named(10, 20), "CanLoadMore")
    await reader.more(listed, 2)
    await listed.lists(named(10, 20, 30, 40), "CanLoadMore")

    await bob.mutate("messages:remove", messageId=ids[1])
    await listed.lists(named(10, 30, 40), "CanLoadMore")
    await bob.mutate("messages:remove", messageId=ids[3])
    await listed.lists(named(10, 30), "CanLoadMore")

    await reader.more(listed, 2)
    await listed.lists(named(10, 30, 50), "Exhausted")


async def test_a_list_that_was_read_to_its_end_grows(reader: Reader, bob: Client, channel: str) -> None:
    await write(bob, channel, 10)
    listed = await reader.open(channel, 3)
    await listed.lists(named(10), "Exhausted")

    await write(bob, channel, 20)
    await listed.lists(named(10, 20), "Exhausted")
    await write(bob, channel, 30)

    await listed.lists(named(10, 20, 30), "Exhausted")


async def test_a_page_that_grows_is_split_and_nobody_sees_it(reader: Reader, bob: Client, channel: str) -> None:
    await write(bob, channel, 10, 100)
    listed = await reader.open(channel, 2)
    await listed.lists(named(10, 100), "Exhausted")

    for rank in range(20, 100, 10):
        await write(bob, channel, rank)
    await listed.lists(named(*range(10, 101, 10)), "Exhausted")
    await reader.client.until(lambda: any(_opts(add).get("endCursor") for add in _adds(reader.client)))
    await write(bob, channel, 15, 95)

    await listed.lists(named(10, 15, *range(20, 100, 10), 95, 100), "Exhausted")
    loaded = [shown["results"] for shown in listed.history if shown["status"] == "Exhausted"]
    assert [rows for rows in loaded if len(set(rows)) < len(rows)] == []
    assert [len(rows) for rows in loaded] == sorted(len(rows) for rows in loaded)


async def test_a_page_that_is_far_too_large_is_split_before_it_is_shown(
    reader: Reader, bob: Client, channel: str, sql: asyncpg.Connection
) -> None:
    await write(bob, channel, 1, 5000)
    listed = await reader.open(channel, 2)
    await listed.lists(named(1, 5000), "Exhausted")

    await sql.execute(
        "INSERT INTO messages (channel, author_id, body, rank)"
        " SELECT $1, 'sql', n::text, n FROM generate_series(2, 1200) n",
        channel,
    )

    await listed.lists(named(*range(1, 1201), 5000), "Exhausted")
    statuses = {
        each["value"]["pageStatus"] for frame in reader.client.received("Transition") for each in updated(frame)
    }
    assert "SplitRequired" in statuses
    if reader.way == "usePaginatedQuery":  # the experimental ones show the rows loaded so far
        assert {len(shown["results"]) for shown in listed.history} <= {0, 2, 1201}


async def test_a_cursor_that_is_no_good_any_more_begins_the_list_again(
    node: Node, mortal: Server, bob: Client, channel: str
) -> None:
    # The package's two experimental ways fail for good after a page's error, whatever the server does: they throw while
    # they process the Transition. So our own code must not use them.
    await write(bob, channel, 10, 20, 30, 40)
    reader = Reader(await node.open(mortal.address, op="openReact"), "usePaginatedQuery")
    listed = await reader.open(channel, 2)
    await listed.lists(named(10, 20), "CanLoadMore")
    await reader.more(listed, 2)
    await listed.lists(named(10, 20, 30, 40), "Exhausted")

    await mortal.kill()
    mortal.stage.secret = "another one, as after a restored backup"
    await mortal.start()

    await listed.lists(named(10, 20), "CanLoadMore")
    assert not any(isinstance(shown, Failed) for shown in listed.history)


async def test_a_list_comes_back_without_a_gap(reader: Reader, bob: Client, server: Server, channel: str) -> None:
    ids = await write(bob, channel, 10, 20, 30, 40, 50)
    listed = await reader.open(channel, 2)
    await listed.lists(named(10, 20), "CanLoadMore")
    await reader.more(listed, 2)
    await listed.lists(named(10, 20, 30, 40), "CanLoadMore")

    await reader.client.network(offline=True)
    await bob.mutate("messages:remove", messageId=ids[1])
    await write(bob, channel, 5, 25)
    await reader.client.network()

    await listed.lists(named(5, 10, 25, 30, 40), "CanLoadMore")
    await reader.more(listed, 2)
    await listed.lists(named(5, 10, 25, 30, 40, 50), "Exhausted")
    loaded = [shown["results"] for shown in listed.history]
    assert [rows for rows in loaded if len(set(rows)) < len(rows)] == []


@pytest.mark.parametrize("hook", WAYS[1:])
async def test_a_list_that_is_skipped_asks_nothing(node: Node, server: Server, hook: str, channel: str) -> None:
    client = await node.open(server.address, op="openReact")

    listed = await client.mount("List", hook=hook, path="messages:page", args="skip", size=2)
    await client.mutate("messages:send", body="Hello", channel=channel)

    assert {shown["status"] for shown in listed.history} == {"LoadingFirstPage"}
    assert _adds(client) == []


def _adds(client: Client) -> list[dict[str, object]]:
    return [each for frame in client.sent("ModifyQuerySet") for each in frame["modifications"] if each["type"] == "Add"]


def _opts(add: dict[str, object]) -> dict[str, object]:
    (args,) = add["args"]  # type: ignore[misc]  # a list of one
    opts: dict[str, object] = args["paginationOpts"]
    return opts
