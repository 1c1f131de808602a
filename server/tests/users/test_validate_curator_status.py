"""users:validateCuratorStatus, and users:updateAuraProgress, which refuses every caller."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.product import on_the_edge
from tests.world import Person, refusal

from inflow.users.mutations import update_aura_progress
from inflow.users.queries import validate_curator_status


@pytest.mark.parametrize(("days", "answer"), [(0, False), (179, False), (180, True), (1000, True)])
async def test_a_curator_is_on_the_edge_after_180_days(alice: Member, days: int, answer: bool) -> None:
    await on_the_edge(alice, days)

    asked = [alice.username, f"@{alice.username}", f" {alice.username.upper()} "]

    assert [await alice.see(validate_curator_status, username=each) for each in asked] == [answer] * 3


async def test_a_curator_who_types_another_name_is_not_told_about_that_member(alice: Member, bob: Member) -> None:
    await on_the_edge(alice)
    await on_the_edge(bob)

    assert not await bob.see(validate_curator_status, username=alice.username)
    assert not await alice.see(validate_curator_status, username=bob.username)


async def test_names_of_no_member_are_not_on_the_edge(alice: Member) -> None:
    await on_the_edge(alice)
    asked = ["nobody_at_all", "", "  ", "@", "Alice Doe", alice.username[:-1], f"{alice.username}a"]

    assert [await alice.see(validate_curator_status, username=each) for each in asked] == [False] * len(asked)


async def test_the_answer_changes_with_the_badge(alice: Member) -> None:
    status = await alice.watch(validate_curator_status, username=alice.username)
    assert not status.now

    await on_the_edge(alice)

    assert status.now


async def test_strangers_are_told_nothing(alice: Member, stranger: Person) -> None:
    assert await refusal(stranger.see(validate_curator_status, username=alice.username)) == "unauthenticated"


async def test_nobody_sets_their_own_progress(alice: Member, bob: Member) -> None:
    for each in (alice, bob):
        assert await refusal(each.do(update_aura_progress, user_id=alice.user_id)) == "forbidden"
