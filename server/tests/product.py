"""Inflow's functions on a running engine, and its members: fixtures for the tests of its calls."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.conftest import NewDatabase
from tests.members import Member
from tests.world import Person, World

from inflow.app.functions import registry
from inflow.app.live import PUBLICATION
from inflow.app.migrate import migrate
from inflow.posts.mutations import create_post
from inflow.users.mutations import update_nook
from reflow.auth import Identity
from reflow.changes import WalSource
from reflow.engine import Engine
from reflow.jobs import defer
from reflow.store import Database


class NoTokens:
    """These tests go through calls, not through sockets."""

    async def verify(self, token: str) -> Identity:
        raise AssertionError(token)


@pytest.fixture(scope="session")
async def product(new_database: NewDatabase) -> AsyncIterator[tuple[Engine, Database]]:
    """One database for all tests: each brings its own members, and looks at nobody else's."""
    dsn = await new_database()
    await migrate(dsn)
    database = Database(dsn)
    engine = Engine(registry(), database, WalSource(database, [PUBLICATION]), NoTokens(), secret=b"0" * 32, defer=defer)
    await engine.start()
    yield engine, database
    await engine.stop()
    await database.close()


@pytest.fixture
def world(product: tuple[Engine, Database]) -> World:
    return World(*product)


@pytest.fixture
async def alice(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "alice"))


@pytest.fixture
async def bob(world: World) -> Member:
    return await in_scenic(await Member.sign_up(world, "bob"))


@pytest.fixture
def stranger(world: World) -> Person:
    return Person(world, None)


async def in_scenic(member: Member) -> Member:
    """Have a member choose their first nook."""
    await member.do(update_nook, user_id=member.user_id, new_nook="scenic")
    return member


async def post(member: Member, caption: str, **more: object) -> str:
    """Post a foto to the sphere; its id."""
    given = {"ratio": "landscape", "nook_type": "scenic", "post_type": "sphere", **more}
    posted = await member.do(
        create_post, user_id=member.user_id, image_url=await member.upload(), caption=caption, **given
    )
    return posted.id
