"""The limits of asking a person to look at refused photos, and who may answer."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.moderation.cases import reported, with_account, with_role
from tests.world import refusal_in_words

from inflow.moderation.mutations import act, allow_upload, dismiss
from inflow.moderation.opening import open_case_about_upload
from inflow.moderation.queries import get_case, get_cases, get_measures, get_reviews
from inflow.moderation.rules import REVIEWS_AT_ONCE, CaseId, MeasureKind

OLDEST_CASE = "SELECT id FROM cases WHERE kind = 'upload' AND state = 'open' AND member_id = $1 ORDER BY opened_at, id"
ENOUGH = "Three of your photos are waiting for a moderator. Please wait for an answer."
ONLY_UPLOADS = "This case is not about a refused photo."
ONLY_ON_MEMBER = "This case is about a member: there is nothing to remove or to take off the walls."
NOT_ABOUT_YOURSELF = "You can't decide a case about yourself."


@pytest.fixture
async def mod(carol: Member) -> Member:
    """A moderator."""
    return await with_role(await with_account(carol), "moderator")


async def _asks(member: Member, photo: str) -> None:
    """Ask for a look at a refused photo of this name."""
    given = {"account_id": member.clerk_id, "sha256": photo, "refused_as": "suggestive", "photo": b"\xff\xd8 a photo"}
    await member.do(open_case_about_upload, **given)


async def _case_about(member: Member) -> CaseId:
    """The oldest open case about a refused photo of this member."""
    async with member.world.database.connection() as connection:
        row, *_ = await connection.text(OLDEST_CASE, member.user_id)
    return CaseId(row.id)


async def _states(member: Member) -> list[str]:
    return [each.state for each in await member.see(get_reviews)]


async def test_three_photos_of_a_member_may_wait_and_an_answer_makes_room(
    alice: Member, bob: Member, mod: Member
) -> None:
    for number in range(REVIEWS_AT_ONCE):
        await _asks(alice, f"photo {number}")

    assert await refusal_in_words(_asks(alice, "one more")) == ("rate_limited", ENOUGH)
    await _asks(bob, "photo 0")
    await mod.do(dismiss, case_id=await _case_about(alice))
    await _asks(alice, "one more")

    assert sorted(await _states(alice)) == ["refused", "waiting", "waiting", "waiting"]
    assert await _states(bob) == ["waiting"]


async def test_only_a_refused_photo_can_be_allowed_and_only_once_and_not_by_its_owner(
    alice: Member, bob: Member, mod: Member
) -> None:
    about_bob = CaseId(await reported(alice, "profile", bob.profile_id))
    assert await refusal_in_words(mod.do(allow_upload, case_id=about_bob)) == ("invalid", ONLY_UPLOADS)

    await _asks(mod, "her own")
    own = await _case_about(mod)
    assert await refusal_in_words(mod.do(allow_upload, case_id=own)) == ("forbidden", NOT_ABOUT_YOURSELF)

    await _asks(alice, "photo")
    case_id = await _case_about(alice)
    await mod.do(allow_upload, case_id=case_id)
    code, _ = await refusal_in_words(mod.do(allow_upload, case_id=case_id))
    assert code == "conflict"
    (closed,) = [each for each in (await mod.see(get_cases, state="closed")).page if each.id == case_id]
    assert (closed.is_allowed, closed.measure) == (True, None)
    case = await mod.see(get_case, case_id=case_id)
    assert case is not None and case.photo_url is None


async def test_a_measure_against_the_owner_leaves_the_photo_refused_and_kept_for_an_appeal(
    alice: Member, mod: Member
) -> None:
    await with_account(alice)
    await _asks(alice, "photo")
    case_id = await _case_about(alice)

    withholding: tuple[MeasureKind, ...] = ("remove", "unlist")
    for measure in withholding:
        refused = await refusal_in_words(mod.do(act, case_id=case_id, measure=measure, reason="nudity"))
        assert refused == ("invalid", ONLY_ON_MEMBER)
    await mod.do(act, case_id=case_id, measure="warn", reason="nudity")

    assert await _states(alice) == ["refused"]
    (decision,) = await alice.see(get_measures)
    assert (decision.kind, decision.about) == ("warn", "upload")
    case = await mod.see(get_case, case_id=case_id)
    assert case is not None and case.photo_url is not None
