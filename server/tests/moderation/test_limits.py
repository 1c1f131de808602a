"""The limits of moderation's calls, one below, at and one above each."""

from __future__ import annotations

import re

import pytest
from tests.members import Member
from tests.moderation.cases import reported
from tests.product import post
from tests.world import World

from inflow.moderation.mutations import act, report
from reflow import HOUR

STILL = 1e9
OUT_OF_BOUNDS = re.compile(r"Expected .* [<>]= \d+")
CREATED = "UPDATE measures SET created_at = created_at - interval '184 days' + $2 * interval '1 minute' WHERE id = $1"


async def _warned(alice: Member, bob: Member, mod: Member) -> str:
    """A measure about Alice's profile."""
    case = await reported(bob, "profile", alice.profile_id)
    measure: str = await mod.do(act, case_id=case, measure="warn", reason="spam")
    return measure


@pytest.mark.parametrize(("length", "fits"), [(499, True), (500, True), (501, False)])
async def test_an_appeal_has_500_characters(alice: Member, bob: Member, mod: Member, length: int, fits: bool) -> None:
    measure = await _warned(alice, bob, mod)

    refused = await alice.send("moderation:appeal", measureId=measure, words="a" * length)

    assert (refused is None) is fits, refused
    assert fits or OUT_OF_BOUNDS.search((refused or {})["message"])


@pytest.mark.parametrize(("minutes", "fits"), [(1, True), (-1, False)], ids=["before", "after"])
async def test_an_appeal_is_possible_until_184_days_are_over(
    world: World, alice: Member, bob: Member, mod: Member, minutes: int, fits: bool
) -> None:
    measure = await _warned(alice, bob, mod)
    async with world.database.transaction() as connection:
        await connection.text(CREATED, measure, minutes)

    refused = await alice.send("moderation:appeal", measureId=measure, words="It was the tide.")

    assert (refused is None) is fits, refused
    assert fits or "time for an appeal is over" in (refused or {})["message"]


@pytest.mark.parametrize(("length", "fits"), [(0, False), (1, True), (999, True), (1000, True), (1001, False)])
async def test_a_note_has_1000_characters(alice: Member, bob: Member, mod: Member, length: int, fits: bool) -> None:
    case = await reported(bob, "profile", alice.profile_id)

    refused = await mod.send("moderation:addNote", caseId=case, words="a" * length)

    assert (refused is None) is fits, refused
    assert fits or OUT_OF_BOUNDS.search((refused or {})["message"])


@pytest.mark.parametrize(("days", "fits"), [(0, False), (1, True), (364, True), (365, True), (366, False)])
async def test_a_measure_lasts_365_days(alice: Member, bob: Member, mod: Member, days: int, fits: bool) -> None:
    case = await reported(bob, "profile", alice.profile_id)

    refused = await mod.send("moderation:act", caseId=case, measure="restrict", reason="spam", days=days)

    assert (refused is None) is fits, refused
    assert fits or OUT_OF_BOUNDS.search((refused or {})["message"])


@pytest.mark.parametrize(
    ("given", "most"), [("days", 90), ("most", 1000)], ids=["days of an invitation", "people of an invitation"]
)
async def test_an_invitation_has_its_limits(mod: Member, given: str, most: int) -> None:
    for value, fits in [(0, False), (1, True), (most - 1, True), (most, True), (most + 1, False)]:
        refused = await mod.send("moderation:createInvitation", **{given: value})

        assert (refused is None) is fits, (value, refused)
        assert fits or OUT_OF_BOUNDS.search((refused or {})["message"])


async def test_a_member_reports_20_times_an_hour_and_60_times_a_day(
    alice: Member, bob: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [STILL]
    monkeypatch.setattr(report.rate_limit, "_now", lambda: clock[0])
    given = {"kind": "post", "subjectId": await post(alice, "Low tide"), "reason": "spam"}
    allowed = []

    for hour in range(4):
        clock[0] = STILL + hour * HOUR
        count = 0
        while (refused := await bob.send("moderation:report", **given)) is None:
            count += 1
        assert refused["code"] == "rate_limited"
        allowed.append(count)

    # Of the 60 of the day, 7.5 have come back after three hours.
    assert allowed == [20, 20, 20, 7]
