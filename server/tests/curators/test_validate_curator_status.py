"""users:validateCuratorStatus, and users:updateAuraProgress, which nobody may."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.product import block, on_the_edge
from tests.world import Person, refusal

from inflow.curators.mutations import update_aura_progress
from inflow.people.queries import validate_curator_status


@pytest.mark.parametrize(("days", "answer"), [(0, False), (179, False), (180, True), (1000, True)])
async def test_a_curator_is_on_the_edge_after_180_days(alice: Member, bob: Member, days: int, answer: bool) -> None:
    await on_the_edge(alice, days)

    asked = [alice.username, f"@{alice.username}", f" {alice.username.upper()} "]

    assert [await bob.see(validate_curator_status, username=each) for each in asked] == [answer] * 3


async def test_all_others_are_not(alice: Member, bob: Member) -> None:
    asked = [alice.username, "nobody_at_all", "", "  ", "@", "Alice Doe", alice.username[:-1]]

    assert [await bob.see(validate_curator_status, username=each) for each in asked] == [False] * len(asked)


async def test_the_answer_changes_with_the_badge_and_hides_with_the_member(alice: Member, bob: Member) -> None:
    status = await bob.watch(validate_curator_status, username=alice.username)
    await on_the_edge(alice)
    assert status.now

    await block(alice, bob)

    assert not status.now


async def test_strangers_are_told_nothing(alice: Member, stranger: Person) -> None:
    assert await refusal(stranger.see(validate_curator_status, username=alice.username)) == "unauthenticated"


async def test_nobody_sets_their_own_progress(alice: Member, bob: Member) -> None:
    for each in (alice, bob):
        assert await refusal(each.do(update_aura_progress, user_id=alice.user_id)) == "forbidden"
