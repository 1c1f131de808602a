"""An owner, and a server on which the operator has written nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.members import Member
from tests.moderation.cases import with_role
from tests.world import World


@pytest.fixture(autouse=True)
async def nothing_published(world: World) -> AsyncIterator[None]:
    """Every test of a process has the same database, and a version to accept would stop the others from writing."""
    await _empty(world)
    yield
    await _empty(world)


@pytest.fixture
async def owner(world: World) -> Member:
    """An owner of the server."""
    return await with_role(await Member.sign_up(world, "owner"), "owner")


async def _empty(world: World) -> None:
    async with world.database.transaction() as connection:
        await connection.text("DELETE FROM policy_acceptances")
        await connection.text("DELETE FROM policy_versions")
    await world.settle()
