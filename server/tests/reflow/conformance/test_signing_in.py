"""The caller's identity over the whole life of a session, with real tokens."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest
from tests.reflow.conformance.clients import Client, Node, Tokens
from tests.reflow.conformance.conftest import Rows
from tests.reflow.conformance.screens import Failed, Watch
from tests.reflow.conformance.servers import House, Server


def fresh(house: House, name: str) -> Tokens:
    """Grants a new token each time."""

    async def grant(_: bool) -> str:
        return house.token(name)

    return grant


def same(token: str | None) -> Tokens:
    """Grants this token each time."""

    async def grant(_: bool) -> str | None:
        return token

    return grant


@pytest.fixture(autouse=True)
async def everybody_is_trusted(server: Server) -> None:
    """Trust both members again after the test before."""
    for name in ("alice", "bob"):
        await server.control("trust", subject=name)


@pytest.fixture
async def who(alice: Client) -> Watch:
    """The identity that the server sees for Alice's client."""
    who = await alice.watch("messages:mine")
    await who.shows("anonymous")
    return who


async def signed_in(client: Client, who: Watch, house: House, name: str = "alice") -> None:
    """Log in with tokens that are new each time, and wait until the second one is confirmed too."""
    before = len(client.auth)
    await client.log_in(fresh(house, name))
    await client.until(lambda: client.auth[before:] == [("authenticated", True)] * 2)
    await who.shows(name)


async def signed_in_with(client: Client, who: Watch, token: str) -> None:
    """Log in with a token that is never renewed."""
    await client.log_in(same(token))
    await client.until(lambda: client.wishes == [False, True])
    await who.shows("alice")


async def test_a_login_is_confirmed_and_then_made_fresh(alice: Client, house: House, who: Watch) -> None:
    await alice.log_in(fresh(house, "alice"))
    await alice.until(lambda: alice.auth == [("authenticated", True)] * 2)

    assert alice.wishes == [False, True]
    assert [frame["baseVersion"] for frame in alice.sent("Authenticate")] == [0, 1]
    assert [end["endVersion"]["identity"] for end in alice.received("Transition")][-2:] == [1, 2]
    assert who.changes == ["anonymous", "alice"]
    assert len(alice.dialled) == 1


async def test_a_login_before_anything_is_asked(node: Node, server: Server, house: House) -> None:
    alice = await node.open(server.address, expectAuth=True)
    who = await alice.watch("messages:mine")

    await alice.log_in(fresh(house, "alice"))
    await who.shows("alice")

    assert who.changes == ["alice"]


async def test_the_same_token_again_is_sent_once(alice: Client, house: House, who: Watch) -> None:
    await signed_in_with(alice, who, house.token("alice"))
    await alice.mutate("values:echoMutation", value=1)

    assert alice.wishes == [False, True]
    assert len(alice.sent("Authenticate")) == 1


async def test_a_first_token_that_may_be_kept(node: Node, server: Server, house: House) -> None:
    alice = await node.open(server.address, initialAuthTokenReuse=True)
    await alice.log_in(fresh(house, "alice"))
    await alice.is_authenticated()
    await alice.mutate("values:echoMutation", value=1)

    assert alice.wishes == [False]


async def test_calls_are_made_by_who_is_signed_in(alice: Client, house: House, who: Watch, channel: str) -> None:
    await signed_in(alice, who, house)

    assert await alice.mutate("messages:sendAs", body="Hello", channel=channel) == {"value": "alice"}


async def test_signing_out_makes_nobody_of_the_client(alice: Client, house: House, who: Watch) -> None:
    members = await alice.watch("messages:members")
    await signed_in(alice, who, house)
    await members.shows("welcome")

    await alice.do("clearAuth")

    await who.shows("anonymous")
    assert (await members.fails()).data["code"] == "unauthenticated"
    assert alice.sent("Authenticate")[-1]["tokenType"] == "None"
    assert len(alice.dialled) == 1


async def test_a_token_is_renewed_before_it_ends(node: Node, server: Server, house: House) -> None:
    alice = await node.open(server.address, authRefreshTokenLeewaySeconds=2)
    who = await alice.watch("messages:mine")

    async def short(_: bool) -> str:
        return house.token("alice", seconds=2.4, life=2.4)

    await alice.log_in(short)
    await alice.until(lambda: len(alice.sent("Authenticate")) == 4)

    assert alice.wishes == [False, True, True, True]
    assert who.changes[-1] == "alice"
    assert who.changes in (["alice"], ["anonymous", "alice"])
    assert alice.received("AuthError") == []


async def test_a_token_that_ends_is_replaced_and_nobody_sees_it(alice: Client, house: House, who: Watch) -> None:
    aging = house.token("alice", seconds=0.5)
    await signed_in_with(alice, who, aging)
    alice.tokens = fresh(house, "alice")

    await alice.has_reconnected()
    sent = await alice.mutate("messages:sendAs", body="still me")

    assert sent == {"value": "alice"}
    assert who.changes == ["anonymous", "alice"]
    assert ("refreshing", True) in alice.auth
    await alice.until(lambda: [is_ for what, is_ in alice.auth if what == "refreshing"][-1] is False)
    (error,) = alice.received("AuthError")
    assert error["authUpdateAttempted"] is False


async def test_a_mutation_behind_a_bad_token_runs_once_and_as_its_author(
    alice: Client, server: Server, house: House, who: Watch, channel: str, rows: Rows
) -> None:
    await signed_in(alice, who, house)
    await alice.rule("sent", "Mutation", "cut before")
    await server.control("distrust", subject="alice")

    async def better(_: bool) -> str:
        await server.control("trust", subject="alice")
        return house.token("alice")

    alice.tokens = better
    sent = await alice.mutate("messages:sendAs", body="once", channel=channel)

    assert sent == {"value": "alice"}
    assert await rows(channel) == ["once"]
    assert [error["authUpdateAttempted"] for error in alice.received("AuthError")] == [True]
    assert "anonymous" not in who.changes[1:]


async def test_a_mutation_sent_again_by_somebody_else_neither_runs_nor_answers_them(
    alice: Client, house: House, who: Watch, channel: str, sql: asyncpg.Connection
) -> None:
    await signed_in(alice, who, house)
    await alice.rule("received", "MutationResponse", "cut before")
    await alice.rule("sent", "Connect", "cut before", always=True)
    call = alice.mutate("messages:sendAs", body="once", channel=channel)
    await alice.until(lambda: len(alice.closes) >= 2)

    await alice.log_in(fresh(house, "bob"))
    await alice.do("lawless")

    with pytest.raises(Failed, match="used for something else"):
        await call
    found = await sql.fetch("SELECT author_id FROM messages WHERE channel = $1", channel)
    assert [row["author_id"] for row in found] == ["alice"]


async def test_forged_tokens_are_tried_four_times_and_then_it_is_nobody(
    alice: Client, house: House, who: Watch
) -> None:
    async def forged(_: bool) -> str:
        return house.token("alice", forged=True)

    await alice.log_in(forged)
    await alice.is_authenticated(False)
    assert alice.wishes == [False, True, True, True]

    sent = await alice.mutate("values:echoMutation", value=1)
    assert sent == {"value": 1}
    assert set(who.history) == {"anonymous"}
    await signed_in(alice, who, house)
    assert await alice.mutate("messages:sendAs", body="me after all") == {"value": "alice"}


async def test_a_client_that_loses_its_connect_comes_round(node: Node, server: Server, house: House) -> None:
    alice = await node.open(server.address, expectAuth=True)
    who = await alice.watch("messages:mine")
    await alice.until(lambda: bool(alice.states) and alice.states[-1]["isWebSocketConnected"])
    asked, given = [], asyncio.Event()

    async def late(force: bool) -> str:
        asked.append(force)
        await given.wait()
        return house.token("alice")

    await alice.log_in(late)
    await alice.until(lambda: len(asked) == 1)
    await alice.log_in(late)
    await alice.until(lambda: len(asked) == 2)
    given.set()

    await who.shows("alice")
    assert await alice.mutate("messages:sendAs", body="Hello") == {"value": "alice"}


async def test_signing_out_while_a_token_is_fetched(alice: Client, server: Server, house: House, who: Watch) -> None:
    given = asyncio.Event()

    async def late(force: bool) -> str:
        if force:
            await given.wait()
        return house.token("alice")

    await alice.log_in(late)
    await who.shows("alice")
    await alice.until(lambda: alice.wishes == [False, True])

    await server.control("revoke", subject="alice")
    await alice.do("clearAuth")
    alice.tokens = same(None)
    given.set()

    await who.shows("anonymous")
    await alice.mutate("values:echoMutation", value=1)
    assert who.changes == ["anonymous", "alice", "anonymous"]


async def test_signing_out_elsewhere_reaches_a_page_that_is_open(
    alice: Client, server: Server, house: House, who: Watch
) -> None:
    await signed_in(alice, who, house)
    alice.tokens = same(None)

    assert await server.control("revoke", subject="alice") == 1

    await alice.is_authenticated(False)
    await who.shows("anonymous")


async def test_another_person_takes_over(alice: Client, house: House, who: Watch) -> None:
    await signed_in(alice, who, house)

    await signed_in(alice, who, house, "bob")

    assert who.changes in (["anonymous", "alice", "bob"], ["anonymous", "alice", "anonymous", "bob"])
    assert await alice.mutate("messages:sendAs", body="Hello") == {"value": "bob"}


async def test_a_page_in_strict_mode_signs_in_and_out(node: Node, server: Server, house: House) -> None:
    page = await node.open(server.address, op="openReact")
    page.tokens = fresh(house, "alice")
    await page.do("person", isAuthenticated=True)

    login = await page.mount("Login", login=True, strict=True)
    await login.shows({"isLoading": False, "isAuthenticated": True, "isRefreshing": False})
    await page.do("person", isAuthenticated=False)
    await page.do("remount", watch=login.number)

    await login.shows({"isLoading": False, "isAuthenticated": False, "isRefreshing": False})
    await page.until(lambda: page.sent("Authenticate")[-1]["tokenType"] == "None")


async def test_a_page_in_strict_mode_shows_a_query(node: Node, server: Server, channel: str) -> None:
    page = await node.open(server.address, op="openReact")

    shown = await page.mount("Value", path="messages:count", args={"channel": channel}, strict=True)
    await shown.shows(0)
    await page.mutate("messages:send", body="Hello", channel=channel)

    await shown.shows(1)
    await page.do("unmount", watch=shown.number)
    changes = [each["type"] for frame in page.sent("ModifyQuerySet") for each in frame["modifications"]]
    assert changes[-1] == "Remove"
    assert changes.count("Add") == changes.count("Remove")
