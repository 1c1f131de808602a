"""People come, go, write and turn pages at random, on two servers at once, and every open screen stays right."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.reflow.live.conftest import toy_engine
from tests.reflow.live.test_sharing import carefree, quoted, tenfold_named
from tests.reflow.toy import functions as toy
from tests.world import Person, Watch, World

from reflow.pagination import PaginationOpts
from reflow.postgres.database import Database

CHANNELS = ["a", "b", "c"]
STEPS = 120


@pytest.fixture
async def worlds(toy_dsn: str) -> AsyncIterator[list[World]]:
    """Two servers on one database."""
    worlds = []
    for _ in range(2):
        database = Database(toy_dsn)
        engine = toy_engine(database)
        await engine.start()
        worlds.append(World(engine, database))
    yield worlds
    for world in worlds:
        await world.engine.stop()
        await world.database.close()


class Visitor:
    """A person who takes one random action after the other."""

    def __init__(self, person: Person, dice: random.Random) -> None:
        self.person = person
        self.dice = dice
        self.open: list[Watch[Any]] = []

    async def step(self) -> None:
        """Take one action."""
        await self.dice.choice([self.look, self.look, self.leave, self.write, self.move, self.remove, self.count])()

    async def look(self) -> None:
        channel = self.dice.choice(CHANNELS)
        number = self.dice.randrange(7)
        if number == 0:
            self.open.append(self.person.open(toy.list_messages, channel=channel))
        elif number == 1:
            self.open.append(self.person.open(toy.bodies, channel=channel))
        elif number == 2:
            self.open.append(self.person.open(quoted, channel=channel))
        elif number == 3:
            self.open.append(self.person.open(carefree, channel=channel))
        elif number == 4:
            self.open.append(self.person.open(tenfold_named, name=channel))
        elif number == 5:
            self.open.append(self.person.open(toy.fails_while_empty, channel=channel))
        else:
            await self.turn_page(channel)

    async def turn_page(self, channel: str) -> None:
        """Open a first page, or the next one after an open page whose end is known."""
        cursors = [watch.evaluation.returned.continue_cursor for watch in self.open if _is_page(watch, channel)]
        opts = PaginationOpts(num_items=self.dice.randint(1, 4), cursor=self.dice.choice([None, *cursors]))
        self.open.append(self.person.open(toy.page, channel=channel, pagination_opts=opts))

    async def leave(self) -> None:
        if self.open:
            self.open.pop(self.dice.randrange(len(self.open))).close()

    async def write(self) -> None:
        await self.send("messages:send", body="x", channel=self.dice.choice(CHANNELS), rank=self.dice.randrange(9))

    async def move(self) -> None:
        await self.send("messages:move", messageId=self.dice.randrange(1, 80), channel=self.dice.choice(CHANNELS))

    async def remove(self) -> None:
        await self.send("messages:remove", messageId=self.dice.randrange(1, 80))

    async def count(self) -> None:
        await self.send("counters:increment", name=self.dice.choice([*CHANNELS, "switch", "a beside"]))

    async def send(self, path: str, **arguments: object) -> None:
        outcome = await self.person.world.engine.mutate(
            session=None, request=None, path=path, arguments=arguments, identity=self.person.identity
        )
        assert outcome.failure is None, outcome.failure.message


def _is_page(watch: Watch[Any], channel: str) -> bool:
    is_page = watch.function is toy.page and watch.given["channel"] == channel and watch.answered
    return is_page and not watch.evaluation.returned.is_done


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_in_whatever_order_their_screens_are_right(worlds: list[World], seed: int) -> None:
    dice = random.Random(seed)
    visitors = [
        Visitor(Person(world, name), random.Random(dice.random())) for world in worlds for name in ("ann", "bo", None)
    ]
    for _ in range(STEPS // 12):
        await asyncio.gather(*(_several(visitor, 12) for visitor in visitors))
        for world in worlds:
            watches = [watch for visitor in visitors if visitor.person.world is world for watch in visitor.open]
            await world.engine.catch_up()
            while not all(watch.answered for watch in watches):
                await world.engine.catch_up()
            world.watches = watches
            await world.settle()


async def _several(visitor: Visitor, steps: int) -> None:
    for _ in range(steps):
        await visitor.step()
