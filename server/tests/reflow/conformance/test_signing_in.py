"""The npm client signs in, stays signed in, and is signed out."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.reflow.conformance.conftest import Visit
from tests.reflow.conformance.page import Page, token
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.toy import ToyEngine


async def _signed_in(page: Page, name: str = "alice", **options: Any) -> None:
    page.follow("me", "people:me")
    page.tokens += [token(name, mark=1, **options), token(name, mark=2)]
    page.do("signIn")
    await page.until(lambda: page.auth == [True, True] and page.shown["me"][-1:] == [name])


async def test_a_login_fetches_a_fresh_token_and_is_confirmed_twice(page: Page) -> None:
    await _signed_in(page)

    assert page.fetches == [False, True]
    assert page.shown["me"] == ["alice"]


async def test_a_login_on_an_open_connection(page: Page) -> None:
    page.follow("who", "people:me")
    await page.shows("who", None)

    await _signed_in(page)

    assert page.shown["who"] == [None, "alice"]
    assert page.connection["count"] == 1


async def test_the_same_token_again_is_enough(page: Page) -> None:
    page.follow("me", "people:me")
    same = token("alice")
    page.tokens += [same, same]
    page.do("signIn")

    await page.shows("me", "alice")
    assert page.auth == [True]


async def test_calls_are_made_by_who_is_signed_in(page: Page, toy: ToyEngine) -> None:
    await _signed_in(page)

    await page.end(page.send("hello"))

    assert toy.messages == [("alice", "hello")]
    assert await page.result("act", "actions:whoAmI") == "alice"


async def test_a_logout_changes_what_is_shown(page: Page, toy: ToyEngine) -> None:
    await _signed_in(page)

    page.do("signOut")
    await page.shows("me", None)
    await page.end(page.send("as nobody"))

    assert toy.messages == [("nobody", "as nobody")]


async def test_another_person_may_take_over(page: Page) -> None:
    await _signed_in(page)

    page.tokens += [token("bob", mark=1), token("bob", mark=2)]
    page.do("signIn")

    await page.shows("me", "bob")
    assert page.shown["me"] in (["alice", "bob"], ["alice", None, "bob"])


async def test_the_end_of_a_token_is_survived(page: Page, toy: ToyEngine) -> None:
    page.follow("me", "people:me")
    # Half a second is left when the page gets it; the client believes that it has just been made.
    aging = token("alice", life=0.5)
    page.tokens += [aging, aging]
    page.do("signIn")
    await page.shows("me", "alice")

    page.tokens += [token("alice", mark=3), token("alice", mark=4)]
    await page.until(lambda: page.connection["count"] == 2 and page.connection["connected"])
    await page.end(page.send("still me"))

    assert toy.messages == [("alice", "still me")]
    assert set(page.shown["me"]) == {"alice"}


async def test_forged_tokens_are_tried_four_times_and_then_nobody_is_there(page: Page, toy: ToyEngine) -> None:
    page.follow("me", "people:me")
    page.tokens += [token("mallory", good=False, mark=each) for each in range(4)]
    page.do("signIn")
    await page.until(lambda: page.auth == [False])
    await page.shows("me", None)

    assert page.fetches == [False, True, True, True]
    page.tokens += [token("alice", mark=1), token("alice", mark=2)]
    page.do("signIn")
    await page.shows("me", "alice")


async def test_a_mutation_behind_a_bad_token_runs_once_and_as_its_person(
    page: Page, stage: Stage, toy: ToyEngine
) -> None:
    await _signed_in(page)
    gate = toy.gates["messages:sendSlowly"] = asyncio.Event()
    call = page.send("once", path="messages:sendSlowly")
    await toy.has_started("messages:sendSlowly")
    toy.forged_names.add("alice")
    stage.wire.connections.shutdown()
    await page.until(lambda: len(page.fetches) == 3)
    toy.forged_names.clear()
    gate.set()
    page.tokens += [token("alice", mark=5), token("alice", mark=6)]

    await page.end(call)

    assert toy.messages == [("alice", "once")]


async def test_signing_out_elsewhere_reaches_an_open_page(page: Page, stage: Stage, toy: ToyEngine) -> None:
    await _signed_in(page)
    toy.forged_names.add("alice")

    assert stage.wire.connections.revoke(subject="alice") == 1
    page.tokens += [None, None]

    await page.until(lambda: page.auth[-1] is False)
    await page.shows("me", None)


async def test_a_client_that_loses_its_connect_comes_round(visit: Visit) -> None:
    page = await visit(expectAuth=True)
    page.follow("me", "people:me")
    await page.until(lambda: page.connection.get("connected"))

    page.do("signIn")
    page.do("signIn")
    await page.until(lambda: len(page.fetches) == 2)
    page.tokens += [token("alice", mark=each) for each in range(6)]

    await page.shows("me", "alice")
    assert await page.result("act", "actions:whoAmI") == "alice"


async def test_a_reused_token_needs_no_second_fetch(visit: Visit) -> None:
    page = await visit(initialAuthTokenReuse=True)
    page.follow("me", "people:me")
    page.tokens += [token("alice")]
    page.do("signIn")

    await page.shows("me", "alice")
    await page.until(lambda: page.auth == [True])
    assert page.fetches == [False]
