"""A client that reconnects never sees an older state, and no call takes effect twice."""

from __future__ import annotations

import asyncio

import pytest
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.peer import Peer, add, mutation, number
from tests.reflow.wire.toy import ToyEngine

from reflow.wire.limits import Limits


async def test_a_repeated_mutation_is_answered_and_not_run_again(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    await peer.say(mutation(0, "messages:send", body="once"))
    first = await peer.settled(0)
    await peer.socket.close()

    back = await stage.join()
    await back.introduce("a-session", count=1, observed=number(first["ts"]))
    await back.follow(add(0, "messages:list"))
    await back.until(lambda: back.results == {0: ["once"]})
    await back.say(mutation(0, "messages:send", body="once"))

    assert await back.settled(0) == first
    assert toy.ran == ["once"]


async def test_the_first_transition_waits_for_what_is_sent_again(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    observed = toy.ts
    await peer.say(mutation(0, "messages:send", body="unseen"))
    await peer.settled(0)

    back = await stage.join()
    await back.introduce("a-session", count=1, observed=observed)
    await back.follow(add(0, "messages:list"))
    await back.say({"type": "Action", "requestId": 9, "udfPath": "actions:echo", "args": [{}]})
    await back.response(9)
    assert back.transitions == []
    await back.say(mutation(0, "messages:send", body="unseen"))
    await back.settled(0)

    assert [frame["type"] for frame in back.frames] == ["ActionResponse", "MutationResponse", "Transition"]
    assert back.results == {0: ["unseen"]}


async def test_answers_still_on_screen_do_not_vanish(stage: Stage, toy: ToyEngine) -> None:
    toy.held.add("messages:slow")
    back = await stage.join()
    await back.introduce("a-session", count=1)
    await back.follow(add(0, "messages:slow"), add(1, "messages:list"))
    await back.say({"type": "Action", "requestId": 9, "udfPath": "actions:echo", "args": [{}]})
    await back.response(9)
    assert back.transitions == []
    toy.held.clear()
    toy.release()

    await back.hear()

    assert back.results == {0: [], 1: []}


async def test_nobody_is_taken_back_behind_what_they_saw(stage: Stage, toy: ToyEngine) -> None:
    toy.lagging = True
    toy.committed = 50
    back = await stage.join()
    await back.introduce("a-session", count=1, observed=50)
    await back.follow(add(0, "messages:list"))
    await back.say({"type": "Action", "requestId": 9, "udfPath": "actions:echo", "args": [{}]})
    await back.response(9)
    assert back.transitions == []

    toy.release()
    await back.hear()

    assert back.ts == 50


class TestImpatient:
    """The server holds a Transition back only for a limited time."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(resend_timeout=0.05, timeout=0.05)

    async def test_for_mutations_that_never_come(self, stage: Stage) -> None:
        gone = await stage.meet()
        await gone.say(mutation(0, "messages:send", body="forgotten"))
        await gone.settled(0)
        back = await stage.join()
        await back.introduce("a-session", count=1)
        await back.follow(add(0, "messages:list"))

        await back.until(lambda: back.results == {0: ["forgotten"]})

    async def test_for_queries_without_an_answer(self, stage: Stage, toy: ToyEngine) -> None:
        toy.held.add("messages:slow")
        back = await stage.join()
        await back.introduce("a-session", count=1)
        await back.follow(add(0, "messages:slow"), add(1, "messages:list"))

        await back.until(lambda: back.results == {1: []})

    async def test_for_a_state_that_is_lost(self, stage: Stage) -> None:
        back = await stage.join()
        await back.introduce("a-session", count=1, observed=10**15)
        await back.follow(add(0, "messages:list"))

        await back.until(lambda: back.results == {0: []})


async def test_the_server_says_goodbye_when_it_stops(stage: Stage, peer: Peer, toy: ToyEngine) -> None:
    gate = toy.gates["messages:sendSlowly"] = asyncio.Event()
    await peer.say(mutation(0, "messages:sendSlowly", body="finished"))
    await toy.has_started("messages:sendSlowly")

    stopping = asyncio.ensure_future(stage.wire.shutdown())
    assert await peer.ending() == 1012
    gate.set()
    await stopping

    assert toy.ran == ["finished"]
