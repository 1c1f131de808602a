"""Every test begins without an open proposal, because there is only one at a time for all members."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.product import nothing_proposed
from tests.world import World


@pytest.fixture(autouse=True)
async def begun_anew(world: World) -> None:
    await nothing_proposed(world)


@pytest.fixture
async def newcomer(world: World) -> Member:
    """A member who has not chosen a nook yet."""
    return await Member.sign_up(world, "newcomer")
