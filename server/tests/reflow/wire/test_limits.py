"""Frames that close a connection, and errors that must never close it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from tests.reflow.wire.conftest import ORIGIN, Stage
from tests.reflow.wire.peer import Peer, add, mutation
from tests.reflow.wire.toy import ToyEngine
from websockets.exceptions import ConnectionClosed, InvalidStatus

from reflow.limits.rate_limits import TokenBucket
from reflow.wire.app import FRAME
from reflow.wire.limits import Limits


async def _still_works(peer: Peer, request: int = 100) -> None:
    await peer.say(mutation(request, "messages:touch"))
    assert (await peer.settled(request))["success"]


@pytest.mark.parametrize("size", [100_000, 4_000_000])
@pytest.mark.parametrize("token", [None, "good-alice"])
async def test_oversized_arguments_are_answered(peer: Peer, size: int, token: str | None) -> None:
    await peer.authenticate(token)
    await peer.say(mutation(0, "messages:send", body="x" * size))

    assert "larger" in (await peer.settled(0))["result"] or "too large" in peer.frames[-2]["result"]
    await _still_works(peer)


@pytest.mark.parametrize(
    "args",
    [
        "[" * 60_000 + "]" * 60_000,
        "[" * 40 + "{}" + "]" * 40,
        '[{"value":' + "[" * 33 + "]" * 33 + "}]",
        "[]",
        "[1]",
        "null",
        '[{"body":{"$float":"AAAAAAAA8D8="}}]',
        '[{"body":{"$unknown":"x"}}]',
        '[{"body":1e999}]',
        '[{"body":NaN}]',
    ],
    ids=lambda text: text[:20],
)
async def test_poison_is_answered(peer: Peer, args: str) -> None:
    await peer.authenticate("good-alice")
    await peer.socket.send(f'{{"type":"Mutation","requestId":0,"udfPath":"messages:echo","args":{args}}}')

    assert (await peer.settled(0))["success"] is False
    await _still_works(peer)


@pytest.mark.parametrize(("depth", "fits"), [(29, True), (30, True), (31, False)])
async def test_values_are_nested_so_deep_counting_the_list_and_the_object_around_them(
    peer: Peer, depth: int, fits: bool
) -> None:
    await peer.authenticate("good-alice")
    value = "[" * depth + "]" * depth
    await peer.socket.send(
        f'{{"type":"Mutation","requestId":0,"udfPath":"messages:echo","args":[{{"value":{value}}}]}}'
    )

    assert (await peer.settled(0))["success"] is fits
    await _still_works(peer)


async def test_half_a_character_is_replaced(peer: Peer, toy: ToyEngine) -> None:
    await peer.socket.send(
        '{"type":"Mutation","requestId":0,"udfPath":"messages:send","args":[{"body":"cut \\ud83d"}]}'
    )

    assert (await peer.settled(0))["success"]
    assert toy.ran == ["cut ?"]


async def test_an_action_that_cannot_be_read_is_answered(peer: Peer) -> None:
    await peer.socket.send('{"type":"Action","requestId":4,"udfPath":7,"args":[{}]}')

    assert (await peer.response(4))["success"] is False


async def test_a_query_with_bad_arguments_fails_alone(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    await peer.follow(add(0, "messages:echo", value="x" * 70_000), add(1, "messages:list"))

    await peer.until(lambda: len(peer.results) == 2)

    assert "larger" in peer.results[0]["errorMessage"]
    assert peer.results[1] == []


async def test_unknown_messages_and_fields_are_passed_over(peer: Peer) -> None:
    await peer.say({"type": "Event", "eventType": "Whatever", "event": {"a": [1]}}, {"type": "FromTheFuture", "x": 1})
    await peer.say({**mutation(0, "messages:touch"), "componentPath": "", "more": True})

    assert (await peer.settled(0))["success"]


NESTED = '{"type":"Event","event":' + '{"a":' * 5_000 + "1" + "}" * 5_001


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", "{}", '{"type":"ModifyQuerySet"}', '{"type":"Connect"}', "{", NESTED],
    ids=lambda text: text[:30],
)
async def test_what_no_client_says_closes_the_connection(peer: Peer, text: str) -> None:
    await peer.socket.send(text)

    assert await peer.ending() == 1002


async def test_bytes_close_the_connection(peer: Peer) -> None:
    await peer.socket.send(b"{}")

    assert await peer.ending() == 1003


def _event(size: int) -> str:
    """A frame of this many bytes that has no effect."""
    empty = json.dumps({"type": "Event", "event": ""})
    return json.dumps({"type": "Event", "event": "x" * (size - len(empty))})


@pytest.mark.parametrize("size", [64 * 1024 - 1, 64 * 1024])
async def test_a_stranger_may_send_so_much(peer: Peer, size: int) -> None:
    await peer.socket.send(_event(size))

    await _still_works(peer)


async def test_but_no_more(peer: Peer) -> None:
    await peer.socket.send(_event(64 * 1024 + 1))

    assert await peer.ending() == 1009


@pytest.mark.parametrize("size", [FRAME - 1, FRAME])
async def test_somebody_signed_in_may_send_a_photo(peer: Peer, size: int) -> None:
    await peer.authenticate("good-alice")
    await peer.socket.send(_event(size))

    await _still_works(peer)


async def test_but_no_larger_one(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    with suppress(ConnectionClosed):
        await peer.socket.send(_event(FRAME + 1))

    # The close frame may be lost where the rest of the frame is still on its way.
    assert await peer.ending() in {1009, 1006}


async def test_a_query_added_twice_closes_the_connection(peer: Peer) -> None:
    await peer.follow(add(0, "messages:list"), add(0, "messages:list"))

    assert await peer.ending() == 1002


async def test_two_hundred_queries_are_answered_and_further_ones_fail(peer: Peer) -> None:
    for each in range(203):
        await peer.follow(add(each, "messages:echo", value=each))

    await peer.until(lambda: len(peer.results) == 203)

    assert peer.results[199] == 199
    assert all("at most 200" in peer.results[each]["errorMessage"] for each in (200, 201, 202))


async def test_twice_as_many_close_the_connection(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    await peer.follow(*(add(each, "messages:echo", value=each) for each in range(400)))
    await peer.until(lambda: len(peer.results) == 400)

    await peer.follow(add(400, "messages:echo", value=400))

    assert await peer.ending() == 1008


async def test_nobody_adds_and_removes_queries_without_end(peer: Peer, toy: ToyEngine) -> None:
    await peer.authenticate("good-alice")
    once = [add(0, "messages:echo", value=0), {"type": "Remove", "queryId": 0}]
    await peer.follow(*once * 1_000)
    await _still_works(peer)

    await peer.follow(*once * 1_001)

    assert await peer.ending() == 1008
    assert toy.subscriptions == []


async def test_a_frame_as_large_as_a_photo_does_not_say_very_much(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    await peer.follow(*({"type": "Remove", "queryId": 0} for _ in range(40_000)))

    assert await peer.ending() == 1009


async def test_half_a_character_among_very_many_values_is_not_looked_for(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    values = '"\\ud83d"' + ",[]" * 3_000
    await peer.socket.send(
        f'{{"type":"Mutation","requestId":0,"udfPath":"messages:echo","args":[{{"value":[{values}]}}]}}'
    )

    assert "cannot be read" in (await peer.settled(0))["result"]
    await _still_works(peer)


class TestFilesAmongArguments:
    """Calls with files among their arguments."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(large=frozenset({"messages:send"}), large_arguments=2_000_000)

    async def test_its_arguments_may_be_large(self, peer: Peer) -> None:
        await peer.authenticate("good-alice")
        await peer.say(mutation(0, "messages.js:send", body="x" * 1_900_000))

        assert (await peer.settled(0))["success"]

    async def test_but_not_larger_than_that_nor_may_those_of_other_calls(self, peer: Peer) -> None:
        await peer.authenticate("good-alice")
        for number, (path, size) in enumerate((("messages:send", 2_000_001), ("messages:echo", 100_000))):
            await peer.say(mutation(number, path, body="x" * size))
            assert "larger" in (await peer.settled(number))["result"]
        await _still_works(peer)

    async def test_nor_may_they_be_very_many_values_which_take_seconds_to_read(
        self, peer: Peer, toy: ToyEngine
    ) -> None:
        await peer.authenticate("good-alice")
        await peer.say(mutation(0, "messages:send", body=[[]] * 400_000))

        assert "5000 values" in (await peer.settled(0))["result"]
        assert toy.ran == []
        await _still_works(peer)


async def test_large_frames_with_half_a_character_are_few(peer: Peer) -> None:
    await peer.authenticate("good-alice")
    half = '{"type":"Event","event":"\\ud83d' + "x" * 100_000 + '"}'
    for _ in range(5):
        await peer.socket.send(half)
    await _still_works(peer)

    with suppress(ConnectionClosed):
        for _ in range(50):
            await peer.socket.send(half)

    assert await peer.ending() in {1008, 1006}


class TestFewFrames:
    """The limit of frames per connection."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(frames=1, frames_burst=5)

    async def test_so_many_are_taken_and_the_next_closes_the_connection(self, peer: Peer, toy: ToyEngine) -> None:
        # Connect was the first frame.
        await peer.say(*({"type": "Event"} for _ in range(3)), mutation(0, "messages:send", body="the fifth"))
        assert (await peer.settled(0))["success"]

        await peer.say(mutation(1, "messages:send", body="the sixth"))

        assert await peer.ending() == 1008
        assert toy.ran == ["the fifth"]


def test_a_bucket_gives_no_more_than_it_holds() -> None:
    bucket = TokenBucket(0.001, 3)

    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


class TestQuickPing:
    """The server sends a ping after a short silence."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(ping=0.02)

    async def test_a_ping_comes_even_before_connect(self, stage: Stage) -> None:
        peer = await stage.join()

        assert [json.loads(await peer.socket.recv()) for _ in range(2)] == [{"type": "Ping"}] * 2

    async def test_pings_do_not_disturb_the_versions(self, peer: Peer) -> None:
        for each in range(20):
            await peer.say(mutation(each, "messages:send", body="x"))
            assert json.loads(await peer.socket.recv())["type"] in {"Ping", "MutationResponse", "Transition"}


class TestSlowReader:
    """A peer that does not read."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(stall=0.1, close_timeout=1)

    async def test_they_are_let_go(self, stage: Stage, toy: ToyEngine) -> None:
        peer = await stage.join(max_queue=1, close_timeout=0.05)
        await peer.introduce()
        await peer.authenticate("good-alice")
        await peer.follow(add(0, "messages:list"))
        await peer.until(lambda: peer.results == {0: []})

        while len(stage.wire.connections):
            toy.messages[:] = [("bob", f"{toy.ts} " + "x" * 1_000_000)]
            toy.committed += 1
            toy.release()
            await asyncio.sleep(0)

        assert toy.subscriptions == []


class TestSlowReaderWhoReadsInTheEnd:
    """A peer that reads nothing for a while, and then the rest."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(stall=0.1, close_timeout=60)

    async def test_they_are_told_why_if_they_read_it(self, stage: Stage, toy: ToyEngine) -> None:
        peer = await stage.join(max_queue=1)
        await peer.introduce()
        await peer.follow(add(0, "messages:list"))
        await peer.until(lambda: peer.results == {0: []})
        clock = asyncio.get_running_loop().time
        over = clock() + 0.5  # more than one and a half times the allowed stall
        while clock() < over:
            toy.messages[:] = [("bob", f"{toy.ts} " + "x" * 1_000_000)]
            toy.committed += 1
            toy.release()
            await asyncio.sleep(0.005)

        assert await peer.ending() == 1013
        assert peer.socket.close_reason == "TooManyConcurrentRequests"


async def test_a_reader_who_pauses_gets_the_newest_state_and_not_all_of_them(stage: Stage, toy: ToyEngine) -> None:
    peer = await stage.join(max_queue=1, close_timeout=0.05)
    await peer.introduce()
    await peer.follow(add(0, "messages:list"))
    await peer.until(lambda: peer.results == {0: []})

    for each in range(200):
        toy.messages[:] = [("bob", f"{each} " + "x" * 100_000)]
        toy.release()
        await asyncio.sleep(0)
    await peer.until(lambda: peer.results[0][0:1] == ["199 " + "x" * 100_000])

    assert len(peer.transitions) < 150


@pytest.mark.parametrize("path", ["/api/1.48.0/sync", "/api/sync", "//api/1.48.0/sync", "//api/sync"])
async def test_every_spelling_of_the_address_works(stage: Stage, path: str) -> None:
    peer = await stage.join(path)
    await peer.introduce()

    await _still_works(peer)


async def test_a_page_of_ours_may_connect(stage: Stage) -> None:
    peer = await stage.join(origin=ORIGIN)
    await peer.introduce()

    await _still_works(peer)


@pytest.mark.parametrize("origin", ["https://evil.example", "http://toy.example", "https://toy.example.evil", "null"])
async def test_a_page_of_somebody_else_may_not(stage: Stage, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await stage.join(origin=origin)

    assert refused.value.response.status_code == 403


def test_a_healthy_server_says_something_twice_before_the_web_client_gives_it_up() -> None:
    """The client closes a socket after 30 s without a message; protocol-level pings do not count."""
    assert 2 * Limits().ping < 30
