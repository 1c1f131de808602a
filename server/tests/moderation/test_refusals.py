"""Refused uploads are counted for moderators, who decide; nothing happens to the member by itself."""

from __future__ import annotations

from tests.members import Member
from tests.moderation.cases import with_account
from tests.world import refusal_in_words

from inflow.core.ids import new_id
from inflow.moderation.mutations import act, dismiss
from inflow.moderation.opening import open_case_about_refusals
from inflow.moderation.queries import get_case, get_cases, get_measures, get_standing
from inflow.moderation.rules import REFUSALS_FOR_CASE, MeasureKind
from inflow.moderation.views import CaseRow

ONLY_ON_MEMBER = "This case is about a member: there is nothing to remove or to take off the walls."
REFUSED = (
    "INSERT INTO refusals (id, owner_id, sha256, kind, refused_at) VALUES ($1, $2, '', $3, now() - $4::text::interval)"
)


async def _refused(member: Member, *kinds: str, days_ago: str = "0 days") -> None:
    """Uploads of this member are refused, and the job that each refusal schedules runs."""
    for kind in kinds:
        async with member.world.database.transaction() as connection:
            await connection.text(REFUSED, new_id(), member.clerk_id, kind, days_ago)
        await member.do(open_case_about_refusals, account_id=member.clerk_id)


async def _cases_about(member: Member, mod: Member) -> list[CaseRow]:
    return [each for each in (await mod.see(get_cases)).page if each.member.user_id == member.user_id]


async def _counted(row: CaseRow, mod: Member) -> dict[str, int]:
    """What a case says was counted."""
    case = await mod.see(get_case, case_id=row.id)
    assert case is not None and case.evidence is not None
    return {each.what: each.count for each in case.evidence.facts}


async def test_a_member_whose_fifth_upload_is_refused_within_a_week_is_in_the_queue_with_what_was_counted(
    alice: Member, mod: Member
) -> None:
    queue = await mod.watch(get_cases)
    await _refused(alice, *["nudity"] * (REFUSALS_FOR_CASE - 2), "removed")
    assert await _cases_about(alice, mod) == []

    await _refused(alice, "explicit")

    (row,) = [each for each in queue.now.page if each.member.user_id == alice.user_id]
    assert (row.kind, row.reports, row.reasons) == ("refusals", 0, [])
    case = await mod.see(get_case, case_id=row.id)
    assert case is not None and case.evidence is not None
    assert {each.what: each.count for each in case.evidence.facts} == {"nudity": 3, "removed": 1, "explicit": 1}
    assert (case.reports, case.photo_url) == ([], None)
    async with alice.world.database.connection() as connection:
        entries = await connection.text("SELECT actor, action FROM audit_entries WHERE subject = $1", row.id)
    assert [(each.actor, each.action) for each in entries] == [("automatic", "case opened")]
    assert await alice.see(get_measures) == []
    assert (await alice.see(get_standing)).restricted_until is None


async def test_a_sixth_refusal_is_added_to_the_open_case_and_opens_no_second_one(alice: Member, mod: Member) -> None:
    await _refused(alice, *["nudity"] * (REFUSALS_FOR_CASE * 2 + 1))

    (row,) = await _cases_about(alice, mod)
    assert await _counted(row, mod) == {"nudity": REFUSALS_FOR_CASE * 2 + 1}


async def test_one_upload_of_a_listed_photo_opens_a_case_at_once_or_is_added_to_the_open_one(
    alice: Member, bob: Member, mod: Member
) -> None:
    await _refused(alice, "listed")
    (row,) = await _cases_about(alice, mod)
    assert await _counted(row, mod) == {"listed": 1}

    await _refused(bob, *["nudity"] * REFUSALS_FOR_CASE, "listed")
    (row,) = await _cases_about(bob, mod)
    assert await _counted(row, mod) == {"nudity": REFUSALS_FOR_CASE, "listed": 1}


async def test_refusals_count_once_and_only_five_more_open_another_case(alice: Member, mod: Member) -> None:
    await _refused(alice, *["nudity"] * REFUSALS_FOR_CASE)
    (row,) = await _cases_about(alice, mod)
    await mod.do(dismiss, case_id=row.id)

    await _refused(alice, *["suggestive"] * (REFUSALS_FOR_CASE - 1))
    assert await _cases_about(alice, mod) == []

    await _refused(alice, "suggestive")
    assert len(await _cases_about(alice, mod)) == 1


async def test_refusals_of_the_week_before_and_those_of_others_do_not_count(
    alice: Member, bob: Member, mod: Member
) -> None:
    await _refused(alice, *["nudity"] * REFUSALS_FOR_CASE, days_ago="7 days 1 minute")
    await _refused(bob, *["nudity"] * (REFUSALS_FOR_CASE - 1))
    await _refused(alice, *["nudity"] * (REFUSALS_FOR_CASE - 1))

    assert await _cases_about(alice, mod) == []


async def test_a_moderator_acts_on_the_member_and_has_nothing_to_remove(alice: Member, mod: Member) -> None:
    await with_account(alice)
    await _refused(alice, *["nudity"] * REFUSALS_FOR_CASE)
    (row,) = await _cases_about(alice, mod)

    withholding: tuple[MeasureKind, ...] = ("remove", "unlist")
    for measure in withholding:
        refused = await refusal_in_words(mod.do(act, case_id=row.id, measure=measure, reason="nudity"))
        assert refused == ("invalid", ONLY_ON_MEMBER)
    await mod.do(act, case_id=row.id, measure="warn", reason="nudity", facts="Please stop.")

    (decision,) = await alice.see(get_measures)
    assert (decision.kind, decision.about, decision.facts) == ("warn", "refusals", "Please stop.")
    assert decision.excerpt == "" and decision.appeal_until


async def test_the_last_refusals_of_a_member_who_has_left_open_no_case(alice: Member, mod: Member) -> None:
    before = (await mod.see(get_cases)).page

    await alice.do(open_case_about_refusals, account_id="left")

    assert (await mod.see(get_cases)).page == before
