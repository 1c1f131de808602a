"""The npm client follows queries and calls functions."""

from __future__ import annotations

import asyncio

from tests.reflow.conformance.conftest import Visit
from tests.reflow.conformance.page import Page
from tests.reflow.wire.toy import ToyEngine


async def test_a_message_appears_on_every_page(page: Page, visit: Visit) -> None:
    other = await visit()
    for each in (page, other):
        each.follow("list", "messages:list")
        await each.shows("list", [])

    assert (await page.end(page.send("hello")))["value"] == 1

    for each in (page, other):
        await each.shows("list", ["hello"])
        assert each.shown["list"] == [[], ["hello"]]


async def test_a_mutation_ends_on_a_page_that_follows_nothing(page: Page) -> None:
    assert await page.result("mutate", "messages:touch") is None


async def test_what_stays_the_same_is_not_shown_again(page: Page) -> None:
    page.follow("list", "messages:list")
    page.follow("still", "messages:echo", value=1)
    await page.shows("still", 1)

    await page.end(page.send("hello"))
    await page.shows("list", ["hello"])

    assert page.shown["still"] == [1]


async def test_the_last_to_stop_following_ends_the_subscription(page: Page, toy: ToyEngine) -> None:
    page.follow("first", "messages:list")
    page.follow("second", "messages:list")
    await page.shows("second", [])
    assert len(toy.subscriptions) == 1

    page.do("unfollow", name="first")
    page.do("unfollow", name="second")
    await page.result("mutate", "messages:touch")

    assert toy.subscriptions == []


async def test_fifty_mutations_at_once_stay_in_order(page: Page, toy: ToyEngine) -> None:
    calls = [page.send(f"{each}") for each in range(50)]

    assert [(await page.end(call))["value"] for call in calls] == list(range(1, 51))
    assert toy.ran == [f"{each}" for each in range(50)]


async def test_actions_do_not_wait_for_each_other(page: Page, toy: ToyEngine) -> None:
    gate = toy.gates["actions:wait"] = asyncio.Event()
    slow = page.call("act", "actions:wait")

    assert await page.result("act", "actions:echo", {"a": 1}) == {"a": 1}
    gate.set()
    await page.end(slow)


async def test_every_spelling_of_a_path_is_understood(page: Page) -> None:
    page.follow("default", "messages:default")
    page.follow("nested", "deep/in/here:list")
    await page.shows("default", [])
    await page.shows("nested", [])

    assert (await page.end(page.send("x", path="messages.js:send")))["value"] == 1


async def test_unknown_functions_are_plain_errors(page: Page) -> None:
    page.follow("nowhere", "messages:nowhere")
    await page.until(lambda: page.shown["nowhere"])

    for error in (page.shown["nowhere"][0]["error"], (await page.end(page.send("x", path="no:where")))["error"]):
        assert "Could not find public function" in error["message"]
        assert not error["deliberate"]


async def test_refusals_carry_their_data(page: Page, toy: ToyEngine) -> None:
    toy.messages = [("a", "1"), ("b", "2")]
    page.follow("few", "messages:few")
    await page.until(lambda: page.shown["few"])

    assert page.shown["few"][0]["error"]["data"] == {"code": "many", "message": "Too many messages"}
    for command, path in (("mutate", "messages:refuse"), ("act", "actions:refuse")):
        error = (await page.end(page.call(command, path)))["error"]
        assert error["data"]["code"] == "refused"


async def test_a_query_goes_from_value_to_error_and_back(page: Page, toy: ToyEngine) -> None:
    page.follow("few", "messages:few")
    await page.shows("few", 0)

    toy.messages = [("a", "1"), ("b", "2")]
    toy.release()
    await page.until(lambda: len(page.shown["few"]) == 2)
    toy.messages = []
    toy.release()

    await page.shows("few", 0)
    assert "error" in page.shown["few"][1]


async def test_a_value_no_client_can_read_fails_alone(page: Page) -> None:
    page.follow("bad", "messages:badName")
    page.follow("list", "messages:list")
    await page.until(lambda: page.shown["bad"])

    await page.end(page.send("hello"))

    await page.shows("list", ["hello"])
    assert "is not a field name" in page.shown["bad"][0]["error"]["message"]


async def test_oversized_and_deep_arguments_are_refused_and_the_page_goes_on(page: Page) -> None:
    deep: object = 1
    for _ in range(50):
        deep = [deep]
    for value in ("x" * 100_000, "x" * 3_000_000, deep):
        assert "error" in await page.end(page.call("mutate", "messages:echo", {"value": value}))

    assert await page.result("mutate", "messages:touch") is None
    assert page.connection["count"] == 1


async def test_a_trailing_slash_in_the_address_is_forgiven(visit: Visit) -> None:
    page = await visit("/")

    assert await page.result("ask", "messages:list") == []


VALUES = {
    "integers": [{"$integer": "AAAAAAAAAIA="}, {"$integer": "/////////38="}, {"$integer": "AAAAAAAAAAA="}],
    "floats": [{"$float": "AAAAAAAAAIA="}, {"$float": "AAAAAAAA8H8="}, {"$float": "AAAAAAAA8P8="}, 1.5, 1e300, -7],
    "nan": {"$float": "AAAAAAAA+H8="},
    "bytes": [{"$bytes": ""}, {"$bytes": "AP8="}],
    "text": ["", "naïve ключ 🙂", '\u2028 " \\ \x00'],
    "nested": {"a": [{"b": [None, True, False]}], "": {}},
}


async def test_every_value_goes_there_and_back(page: Page) -> None:
    page.follow("echo", "messages:echo", value=VALUES)

    await page.until(lambda: page.shown["echo"])

    assert page.shown["echo"] == [VALUES]
    assert await page.result("mutate", "messages:echo", {"value": VALUES}) == VALUES
    assert await page.result("act", "actions:echo", VALUES) == VALUES


async def test_single_calls_over_http(page: Page, toy: ToyEngine) -> None:
    assert await page.result("http", "messages:echo", {"value": VALUES}, kind="query") == VALUES
    assert await page.result("http", "messages:send", {"body": "x"}, kind="mutation") == 1
    assert await page.result("http", "actions:whoAmI", kind="action", token="good-alice") == "alice"

    refused = await page.end(page.call("http", "messages:refuse", kind="mutation"))
    forged = await page.end(page.call("http", "messages:list", kind="query", token="forged"))
    assert refused["error"]["data"]["code"] == "refused"
    assert "not good" in forged["error"]["message"]
