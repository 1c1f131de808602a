"""1,000 posts through 10 kills."""

from __future__ import annotations

import pytest
from tests.imports.bringing import Work
from tests.imports.test_arrives_once import arrive_through_kills
from tests.members import Member


@pytest.mark.long
async def test_1000_posts_arrive_once_through_10_kills(work: Work, alice: Member) -> None:
    await arrive_through_kills(work, alice, 1_000)
