"""Which member a worker serves next, and how much of a worker's time one member may use."""

from __future__ import annotations

import asyncio

import pytest

from inflow.media.worker.fair_queue import FairQueue
from inflow.media.worker.worker_seconds import WorkerSeconds
from reflow.errors import AppError


class Clock:
    """A clock that tests set by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Line:
    """The queue of one busy worker, and the order in which it serves the members who wait."""

    def __init__(self, clock: Clock) -> None:
        self.seconds = WorkerSeconds(per_minute=1e9, per_hour=1e9, now=clock)
        self.queue = FairQueue(1, self.seconds.used)
        self.served: list[str] = []
        self._clock = clock
        self._opened = asyncio.Event()

    async def wait_for_turn(self, member: str, takes: float = 1.0) -> None:
        async with self.queue.turn(member):
            await self._opened.wait()
            with self.seconds.charged_to(member):
                self._clock.seconds += takes
            self.served.append(member)

    async def join(self, *members: str, takes: float = 1.0) -> list[asyncio.Task[None]]:
        """Have them join the queue in this order."""
        arrived = []
        for member in members:
            arrived.append(asyncio.create_task(self.wait_for_turn(member, takes)))
            await asyncio.sleep(0)
        return arrived

    def open(self) -> None:
        self._opened.set()


async def test_a_member_with_many_images_holds_up_a_member_with_one_by_one_image_at_most() -> None:
    line = Line(Clock())
    waiting = await line.join(*["mallory"] * 9, "bob", "carol")

    line.open()
    await asyncio.gather(*waiting)

    assert line.served[:3] == ["mallory", "bob", "carol"]


async def test_two_members_with_long_images_go_after_six_with_short_ones() -> None:
    line = Line(Clock())
    attackers = await line.join("mallory", "mallet", "mallory", "mallet", takes=9.0)
    others = await line.join(*"abcdef", takes=0.2)

    line.open()
    await asyncio.gather(*attackers, *others)

    # The worker is busy with the first, and the second has used no time yet.
    assert line.served == ["mallory", "mallet", *"abcdef", "mallory", "mallet"]


async def test_members_who_used_the_same_take_turns() -> None:
    line = Line(Clock())
    waiting = await line.join("alice", "alice", "alice", "bob", "bob", "bob", takes=0.0)

    line.open()
    await asyncio.gather(*waiting)

    assert line.served == ["alice", "alice", "bob", "alice", "bob", "bob"]


async def test_a_member_who_leaves_the_queue_takes_no_turn() -> None:
    line = Line(Clock())
    at_work, leaving, staying = await line.join("alice", "bob", "carol")

    leaving.cancel()
    await asyncio.wait({leaving})
    line.open()
    await asyncio.gather(at_work, staying)

    assert line.served == ["alice", "carol"]


async def test_a_turn_that_was_given_to_a_member_who_just_left_goes_to_the_next() -> None:
    queue = FairQueue(1, lambda _member: 0.0)
    leave, served = asyncio.Event(), []

    async def at_work() -> None:
        async with queue.turn("alice"):
            await leave.wait()
        leaving.cancel()

    async def waits(member: str) -> None:
        async with queue.turn(member):
            served.append(member)

    working = asyncio.create_task(at_work())
    await asyncio.sleep(0)
    leaving, staying = asyncio.create_task(waits("bob")), asyncio.create_task(waits("carol"))
    await asyncio.sleep(0)
    leave.set()
    await asyncio.wait({working, leaving, staying})

    assert served == ["carol"]


def charge(seconds: WorkerSeconds, clock: Clock, member: str, taken: float) -> None:
    with seconds.charged_to(member):
        clock.seconds += taken


def wait_of(seconds: WorkerSeconds, member: str) -> object:
    with pytest.raises(AppError) as refused:
        seconds.require_some_left(member)
    assert refused.value.code == "rate_limited"
    return refused.value.data["retryAfter"]


def test_thirty_worker_seconds_a_minute() -> None:
    clock = Clock()
    seconds = WorkerSeconds(now=clock)
    charge(seconds, clock, "mallory", 9.0)
    charge(seconds, clock, "mallory", 9.0)
    seconds.require_some_left("mallory")
    charge(seconds, clock, "mallory", 12.0)

    # The first nine seconds of work ended at 9, so they leave the minute's window at 69; it is 30 now.
    assert wait_of(seconds, "mallory") == 40
    seconds.require_some_left("bob")
    clock.seconds = 69.0
    seconds.require_some_left("mallory")


def test_three_hundred_worker_seconds_an_hour() -> None:
    clock = Clock()
    seconds = WorkerSeconds(now=clock)
    for _ in range(15):
        charge(seconds, clock, "mallory", 20.0)
        clock.seconds += 100.0

    assert wait_of(seconds, "mallory") == 20 + 3600 - 1800 + 1
    clock.seconds = 3620.0
    seconds.require_some_left("mallory")


def test_an_image_over_which_a_worker_was_lost_counts_too() -> None:
    clock = Clock()
    seconds = WorkerSeconds(now=clock)
    with pytest.raises(TimeoutError), seconds.charged_to("mallory"):
        clock.seconds += 10.0
        raise TimeoutError

    assert seconds.used("mallory") == 10.0


def test_an_image_costs_no_more_than_its_processor_time() -> None:
    clock = Clock()
    seconds = WorkerSeconds(now=clock)
    with seconds.charged_to("alice") as charge:
        clock.seconds += 10.0
        charge.most = 2.0

    assert seconds.used("alice") == 2.0


def test_those_who_are_long_gone_are_forgotten() -> None:
    clock = Clock()
    seconds = WorkerSeconds(now=clock)
    for number in range(10_000):
        charge(seconds, clock, f"member {number}", 0.0)
    clock.seconds = 4000.0
    charge(seconds, clock, "alice", 1.0)

    assert len(seconds.window) == 1
