"""Fixtures for tests of moderation."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.moderation.cases import with_role
from tests.world import World

CLOSE_CASES = "UPDATE cases SET state = 'closed', closed_at = now() WHERE state = 'open'"


@pytest.fixture
async def mod(carol: Member) -> Member:
    """A moderator with an empty queue. All tests share one database, and the queue shows its oldest cases first."""
    async with carol.world.database.transaction() as connection:
        await connection.text(CLOSE_CASES)
    return await with_role(carol, "moderator")


@pytest.fixture
async def other_mod(world: World) -> Member:
    """A second moderator, who decides appeals."""
    return await with_role(await Member.sign_up(world, "dora"), "moderator")
