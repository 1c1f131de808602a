"""The identity of a connection, from login to the end of the token or of the session."""

from __future__ import annotations

import asyncio

import pytest
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.peer import Peer, add, mutation
from tests.reflow.wire.toy import ToyEngine

from reflow.wire.limits import Limits

NAME = add(0, "people:me")


async def test_a_login_is_confirmed_though_nothing_else_changes(peer: Peer) -> None:
    await peer.authenticate("good-alice")

    frame = await peer.hear()

    assert frame["endVersion"]["identity"] == 1
    assert frame["modifications"] == []


async def test_queries_behind_a_login_are_asked_as_that_person(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    await peer.follow(NAME)

    await peer.until(lambda: peer.results == {0: "alice"})


async def test_a_login_changes_what_is_on_screen_in_one_step(peer: Peer) -> None:
    await peer.follow(NAME, add(1, "messages:list"))
    await peer.until(lambda: peer.results == {0: None, 1: []})

    await peer.authenticate("good-alice")
    frame = await peer.hear()

    assert frame["endVersion"]["identity"] == 1
    assert [m["value"] for m in frame["modifications"]] == ["alice"]


async def test_a_login_is_not_confirmed_over_the_answers_of_somebody_else(peer: Peer, toy: ToyEngine) -> None:
    await peer.follow(NAME)
    await peer.hear()
    toy.held.add("people:me")

    await peer.authenticate("good-alice")
    await peer.say({"type": "Action", "requestId": 0, "udfPath": "actions:echo", "args": [{}]})
    await peer.response(0)
    assert len(peer.transitions) == 1
    toy.held.clear()
    toy.release()

    frame = await peer.hear()
    assert (frame["endVersion"]["identity"], peer.results) == (1, {0: "alice"})


async def test_a_logout_is_confirmed(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    await peer.follow(NAME)
    await peer.until(lambda: peer.results == {0: "alice"})

    await peer.authenticate(None, base=1)

    await peer.until(lambda: peer.results == {0: None} and peer.version["identity"] == 2)


async def test_a_bad_token_ends_the_connection_and_nothing_behind_it_runs(peer: Peer, toy: ToyEngine) -> None:
    await peer.authenticate("forged")
    await peer.follow(NAME)
    await peer.say(mutation(0, "messages:send", body="as nobody"))

    assert await peer.ending() == 1000
    assert peer.frames == [
        {
            "type": "AuthError",
            "error": "The token is not good",
            "baseVersion": 0,
            "authUpdateAttempted": True,
        }
    ]
    assert toy.ran == []


async def test_a_key_for_administrators_is_refused(peer: Peer) -> None:
    await peer.say({"type": "Authenticate", "tokenType": "Admin", "value": "good-root", "baseVersion": 0})

    assert await peer.ending() == 1000
    assert peer.frames[0]["authUpdateAttempted"] is True


async def test_the_end_of_a_token_ends_the_connection(peer: Peer, toy: ToyEngine) -> None:
    toy.token_life = 0.1
    await peer.authenticate("good-alice")

    assert await peer.ending() == 1000
    assert peer.frames[-1] == {
        "type": "AuthError",
        "error": "The session has ended",
        "baseVersion": 1,
        "authUpdateAttempted": False,
    }


async def test_a_mutation_that_meets_the_end_of_its_token_is_not_answered(peer: Peer, toy: ToyEngine) -> None:
    toy.token_life = 0.1
    toy.gates["messages:sendSlowly"] = asyncio.Event()
    await peer.authenticate("good-alice")
    await peer.say(mutation(0, "messages:sendSlowly", body="in time"), mutation(1, "messages:send", body="too late"))

    assert await peer.ending() == 1000
    toy.gates["messages:sendSlowly"].set()

    assert [frame["type"] for frame in peer.frames] == ["Transition", "AuthError"]
    assert "too late" not in toy.ran


async def test_a_fresh_token_in_time_keeps_the_connection(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    """A token also counts as in time if its check is still running when the former token ends."""
    toy.token_life = 0.15
    toy.gates["token:good-alice-2"] = asyncio.Event()
    await peer.authenticate("good-alice-1")
    await peer.authenticate("good-alice-2", base=1)
    await toy.has_started("token:good-alice-2")
    later = await stage.meet("2")
    await later.authenticate("good-alice-1")

    assert await later.ending() == 1000, "a token that was good for as long, from a later moment on, has ended"
    toy.token_life = 3600
    toy.gates["token:good-alice-2"].set()

    await peer.until(lambda: peer.version["identity"] == 2)
    await peer.say(mutation(0, "messages:touch"))
    assert (await peer.settled(0))["success"]


async def test_signing_out_elsewhere_closes_the_sockets_of_that_session_only(stage: Stage) -> None:
    alice, bob = await stage.meet("1"), await stage.meet("2")
    await alice.authenticate("good-alice")
    await bob.authenticate("good-bob")
    await alice.hear()
    await bob.hear()

    assert stage.wire.connections.revoke(session="session-of-alice") == 1

    assert await alice.ending() == 1000
    assert alice.frames[-1]["authUpdateAttempted"] is False
    await bob.say(mutation(0, "messages:touch"))
    assert (await bob.settled(0))["success"]


async def test_closing_an_account_closes_all_its_sockets(stage: Stage) -> None:
    sockets = [await stage.meet(str(each)) for each in range(3)]
    for socket in sockets:
        await socket.authenticate("good-alice")
        await socket.hear()

    assert stage.wire.connections.revoke(subject="alice") == 3

    assert [await socket.ending() for socket in sockets] == [1000, 1000, 1000]


async def test_nothing_is_shown_after_revocation(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    await peer.authenticate("good-alice")
    await peer.follow(add(0, "messages:list"))
    await peer.until(lambda: peer.results == {0: []})

    stage.wire.connections.revoke(session="session-of-alice")
    toy.messages.append(("bob", "not for alice any more"))
    toy.release()

    assert await peer.ending() == 1000
    assert peer.results == {0: []}


async def test_a_session_that_ends_while_its_token_is_checked_does_not_slip_in(
    stage: Stage, peer: Peer, toy: ToyEngine
) -> None:
    gate = toy.gates["token:good-alice"] = asyncio.Event()
    await peer.authenticate("good-alice")
    await toy.has_started("token:good-alice")

    stage.wire.connections.revoke(session="session-of-alice")
    gate.set()

    assert await peer.ending() == 1000
    assert peer.frames[0]["authUpdateAttempted"] is True


async def test_a_connection_without_its_connect_is_closed(stage: Stage) -> None:
    peer = await stage.join()
    await peer.authenticate("good-alice")

    assert await peer.ending() == 1002
    assert peer.frames == []


class TestFewLogins:
    """The limit of logins per connection."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(logins=0.001, logins_burst=3)

    async def test_the_connection_is_closed(self, peer: Peer) -> None:
        for base in range(4):
            await peer.authenticate("good-alice", base)

        assert await peer.ending() == 1008
        assert peer.version["identity"] <= 3
