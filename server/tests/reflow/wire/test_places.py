"""How many connections there may be: of strangers from one host, and of one member."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from tests.reflow.wire.conftest import Stage
from tests.reflow.wire.peer import Peer, add, mutation
from tests.reflow.wire.toy import ToyEngine
from websockets.exceptions import ConnectionClosed, InvalidStatus

from reflow.wire.limits import Limits

NEIGHBOUR = ("127.0.0.2", 0)


async def is_turned_away(stage: Stage) -> bool:
    """Whether the server refuses one more stranger and says when to try again."""
    try:
        await stage.join()
    except InvalidStatus as refused:
        answer = refused.response
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        return True
    return False


async def signed_in(stage: Stage, token: str = "good-alice", session: str = "a-session") -> Peer:
    """A connection on which a member has signed in."""
    peer = await stage.meet(session)
    await peer.authenticate(token)
    await peer.until(lambda: peer.version["identity"] == 1)
    return peer


async def works(peer: Peer, request: int = 7) -> bool:
    """Whether the server answers a call on this connection."""
    await peer.say(mutation(request, "messages:touch"))
    return bool((await peer.settled(request))["success"])


async def ended(peer: Peer) -> tuple[int, str]:
    """The code and the reason with which the server closes the connection."""
    try:
        while True:
            await peer.hear()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code, closed.rcvd.reason


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110  # the server notices when it does
            await asyncio.sleep(0)


class TestStrangers:
    """Connections on which no member has signed in."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(unauthenticated=3)

    async def test_so_many_of_a_host_are_let_in_and_no_more(self, stage: Stage) -> None:
        peers = [await stage.meet(f"{number}") for number in range(3)]

        assert await is_turned_away(stage)
        assert all([await works(peer) for peer in peers])

    async def test_another_host_has_places_of_its_own(self, stage: Stage) -> None:
        for _ in range(3):
            await stage.join()

        neighbour = await stage.join(local_addr=NEIGHBOUR)
        await neighbour.introduce()

        assert await works(neighbour)
        assert await is_turned_away(stage)

    async def test_who_signs_in_makes_room_and_who_signs_out_takes_it_again(self, stage: Stage) -> None:
        alice, *_ = [await signed_in(stage), await stage.join(), await stage.join(), await stage.join()]
        assert await is_turned_away(stage)

        await alice.authenticate(None, base=1)
        await alice.until(lambda: alice.version["identity"] == 2)

        assert stage.wire.connections.unauthenticated("127.0.0.1/32") == 4, "a member is not thrown out for signing out"
        assert await is_turned_away(stage)

    async def test_who_leaves_makes_room_and_who_was_turned_away_is_not_counted(self, stage: Stage) -> None:
        for _ in range(2):
            await stage.join()
        last = await stage.join()
        assert all([await is_turned_away(stage) for _ in range(9)])
        await last.socket.close()
        await _until(lambda: stage.wire.connections.unauthenticated("127.0.0.1/32") == 2)

        assert not await is_turned_away(stage)
        assert await is_turned_away(stage)


class TestStrangersWhoAsk:
    """Strangers who make many calls."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(unauthenticated_rate=0.001, unauthenticated_burst=6)

    async def test_so_much_is_answered_over_all_their_connections_and_no_more(self, stage: Stage) -> None:
        one, other = await stage.meet("one"), await stage.meet("other")
        await one.follow(*(add(number, "messages:list") for number in range(4)))
        await one.until(lambda: len(one.results) == 4)
        assert await works(other, 0)
        assert await works(one, 1)

        await other.say(mutation(2, "messages:touch"))

        assert await ended(other) == (1013, "TooManyConcurrentRequests")
        assert one.socket.close_code is None

    async def test_one_frame_is_as_much_as_is_in_it(self, stage: Stage) -> None:
        peer = await stage.meet()
        await peer.follow(*(add(number, "messages:list") for number in range(7)))

        assert (await ended(peer))[0] == 1013

    async def test_who_signs_in_is_not_counted_here(self, stage: Stage) -> None:
        alice = await signed_in(stage)

        assert all([await works(alice, number) for number in range(20)])

    async def test_another_host_is_not_either(self, stage: Stage) -> None:
        peer = await stage.meet()
        await peer.follow(*(add(number, "messages:list") for number in range(7)))
        neighbour = await stage.join(local_addr=NEIGHBOUR)
        await neighbour.introduce()

        assert await works(neighbour)


class TestIntroduction:
    """Connections on which no member signs in for a while."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(auth_timeout=0.2)

    async def test_a_connection_on_which_nobody_signs_in_is_closed(self, stage: Stage) -> None:
        silent, introduced = await stage.join(), await stage.meet()

        for peer in (silent, introduced):
            code, reason = await ended(peer)
            assert code == 1008
            assert reason.startswith("ExpiredInQueue"), "by which clients wait longer than a second"

    async def test_who_signed_in_stays(self, stage: Stage) -> None:
        alice, later = await signed_in(stage), await stage.join()
        await ended(later)

        assert await works(alice)

    async def test_a_token_that_is_being_checked_is_waited_for(self, stage: Stage, toy: ToyEngine) -> None:
        toy.gates["token:good-alice"] = asyncio.Event()
        alice = await stage.meet()
        await alice.authenticate("good-alice")
        await toy.has_started("token:good-alice")
        await ended(await stage.join())

        toy.gates["token:good-alice"].set()

        assert await works(alice)

    async def test_saying_nobody_gives_no_more_time(self, stage: Stage) -> None:
        closed: list[str] = []

        async def closes(peer: Peer, name: str) -> None:
            await ended(peer)
            closed.append(name)

        early, late = await stage.meet("1"), await stage.meet("2")
        await early.authenticate(None)
        await early.authenticate(None, base=1)
        await asyncio.gather(closes(late, "late"), closes(early, "early"))

        assert closed == ["early", "late"]

    async def test_who_signs_out_has_the_time_of_a_stranger(self, stage: Stage) -> None:
        alice = await signed_in(stage)
        await ended(await stage.join())
        await alice.authenticate(None, base=1)
        await alice.until(lambda: alice.version["identity"] == 2)

        assert (await ended(alice))[0] == 1008


class TestOneMember:
    """One member with many open pages."""

    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(member=3)

    async def test_so_many_are_served_and_the_newest_is_refused(self, stage: Stage) -> None:
        pages = [await signed_in(stage, session=f"{number}") for number in range(3)]
        newest = await stage.meet("newest")
        await newest.authenticate("good-alice")

        assert await ended(newest) == (1013, "TooManyConcurrentRequests")
        assert all([await works(page) for page in pages])

    async def test_it_is_told_nothing_but_that(self, stage: Stage) -> None:
        for number in range(3):
            await signed_in(stage, session=f"{number}")
        newest = await stage.meet("newest")
        await newest.authenticate("good-alice")
        await newest.say(mutation(0, "messages:send", body="hello"))
        await ended(newest)

        # After an AuthError the client would fetch another token at once, and reconnect without waiting.
        assert newest.frames == []

    async def test_others_are_not_counted(self, stage: Stage) -> None:
        for number in range(3):
            await signed_in(stage, session=f"{number}")

        assert await works(await signed_in(stage, "good-bob", "bobs"))

    async def test_a_token_may_be_renewed_on_each_of_them(self, stage: Stage) -> None:
        pages = [await signed_in(stage, session=f"{number}") for number in range(3)]
        for page in pages:
            await page.authenticate("good-alice-again", base=1)
            await page.until(lambda page=page: page.version["identity"] == 2)

        assert all([await works(page) for page in pages])

    async def test_who_closes_one_may_open_another(self, stage: Stage) -> None:
        first, *_ = [await signed_in(stage, session=f"{number}") for number in range(3)]
        await first.socket.close()
        await _until(lambda: len(stage.wire.connections) == 2)

        assert await works(await signed_in(stage, session="another"))
