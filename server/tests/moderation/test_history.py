"""What a case shows of the reported member: decisions and reports in other cases, on the moderator's open page."""

from __future__ import annotations

from tests.comments.threads import comment
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import post
from tests.world import Watch, World

from inflow.app.erasure import erase_member
from inflow.moderation.mutations import act, dismiss, report, reverse
from inflow.moderation.queries import get_case
from inflow.moderation.views import Case


def _decided(screen: Watch[Case | None]) -> list[tuple[str, str, str, str, str]]:
    """What was decided before, as the open page says it."""
    assert screen.now is not None
    return [(each.kind, each.about, each.facts, each.moderator, each.state) for each in screen.now.history]


def _others(screen: Watch[Case | None]) -> list[tuple[str, str, int, str | None]]:
    """The other cases about the member, as the open page lists them."""
    assert screen.now is not None
    return [(each.id, each.state, each.reports, each.measure) for each in screen.now.other_cases]


async def test_a_moderator_sees_what_was_reported_and_decided_about_the_member_before_and_since(
    alice: Member, bob: Member, mod: Member
) -> None:
    other = await with_role(await Member.sign_up(mod.world, "dora"), "moderator")
    foto, second = await post(alice, "Low tide"), await post(alice, "High tide")
    earlier = await reported(bob, "comment", await comment(alice, foto, "mean words"))
    warning = await other.do(act, case_id=earlier, measure="warn", reason="harassment", facts="Be kind.")
    screen = await mod.watch(get_case, case_id=await reported(bob, "post", foto))

    assert _decided(screen) == [("warn", "comment", "Be kind.", other.username, "in_force")]
    assert _others(screen) == [(earlier, "closed", 1, "warn")]

    later = await reported(bob, "post", second)
    assert _others(screen) == [(later, "open", 1, None), (earlier, "closed", 1, "warn")]
    await other.do(report, kind="post", subject_id=second, reason="nudity")
    assert _others(screen)[0] == (later, "open", 2, None)
    await other.do(dismiss, case_id=later)
    assert _others(screen)[0] == (later, "closed", 2, None)
    assert len(_decided(screen)) == 1

    third = await reported(bob, "profile", alice.profile_id)
    await other.do(act, case_id=third, measure="restrict", reason="spam", days=3)
    assert [each[:2] for each in _decided(screen)] == [("restrict", "profile"), ("warn", "comment")]
    await other.do(reverse, measure_id=warning)
    assert [each[4] for each in _decided(screen)] == ["in_force", "reversed"]


async def test_the_history_is_of_no_one_else_and_not_of_the_case(alice: Member, bob: Member, mod: Member) -> None:
    bobs = await reported(alice, "profile", bob.profile_id)
    await mod.do(act, case_id=bobs, measure="warn", reason="spam")
    case = await reported(bob, "post", await post(alice, "Low tide"))
    screen = await mod.watch(get_case, case_id=case)

    await mod.do(act, case_id=case, measure="remove", reason="spam")

    assert screen.now is not None and len(screen.now.measures) == 1
    assert (_decided(screen), _others(screen)) == ([], [])


async def test_members_who_have_left_share_no_history(world: World, alice: Member, bob: Member, mod: Member) -> None:
    left = await reported(bob, "post", await post(alice, "Low tide"))
    await mod.do(act, case_id=await reported(alice, "profile", bob.profile_id), measure="warn", reason="spam")
    screen = await mod.watch(get_case, case_id=left)

    async with world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        for each in (alice, bob):
            await erase_member(connection, "https://test", each.clerk_id)
    await world.settle()

    assert screen.now is not None and screen.now.row.member.is_gone
    assert (_decided(screen), _others(screen)) == ([], [])
