"""Roles, and the refusals that moderators get."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.moderation.cases import reported, with_account, with_role
from tests.product import post

from inflow.grids.mutations import delete_post
from inflow.moderation.mutations import act, add_note, dismiss, open_evidence, set_role
from inflow.moderation.queries import get_case, get_cases, get_measures, get_standing, get_team
from inflow.standing.rules import Role
from reflow.errors import AppError


async def test_a_role_shows_at_once_on_the_pages_of_its_member(alice: Member, bob: Member, mod: Member) -> None:
    owner = await with_role(bob, "owner")
    standing, team = await alice.watch(get_standing), await mod.watch(get_team)
    assert standing.now.role == "member"

    await owner.do(set_role, user_id=alice.user_id, role="moderator")

    assert standing.now.role == "moderator"
    assert alice.username in [each.member.username for each in team.now]
    assert (await alice.see(get_cases)) is not None

    await owner.do(set_role, user_id=alice.user_id, role="member")

    assert standing.now.role == "member"
    with pytest.raises(AppError, match="Only moderators"):
        await alice.see(get_cases)


@pytest.mark.parametrize("role", ["moderator", "owner"])
async def test_a_moderator_locks_out_neither_a_colleague_nor_an_owner_and_an_owner_decides_about_both(
    alice: Member, bob: Member, mod: Member, other_mod: Member, role: Role
) -> None:
    await with_role(await with_account(alice), role)
    case = await reported(bob, "post", await post(alice, "Low tide"))

    for refused in (
        mod.do(act, case_id=case, measure="ban", reason="spam"),
        mod.do(dismiss, case_id=case),
        mod.do(open_evidence, case_id=case),
    ):
        with pytest.raises(AppError, match="An owner has to decide"):
            await refused

    owner = await with_role(other_mod, "owner")
    await owner.do(act, case_id=case, measure="suspend", reason="spam", days=7)
    (decision,) = await alice.see(get_measures)
    assert decision.kind == "suspend"


async def test_a_role_goes_to_no_one_who_does_not_exist(bob: Member) -> None:
    owner = await with_role(bob, "owner")

    refused = await owner.send("moderation:setRole", userId="nothing", role="moderator")

    assert refused is not None and refused["message"] == "This member does not exist."


async def test_notes_are_for_moderators_and_are_not_empty(alice: Member, bob: Member, mod: Member) -> None:
    case = await reported(bob, "post", await post(alice, "Low tide"))
    screen = await mod.watch(get_case, case_id=case)

    await mod.do(add_note, case_id=case, words="  Seen before  ")

    assert screen.now is not None
    assert [(each.author, each.words) for each in screen.now.notes] == [(mod.username, "Seen before")]
    with pytest.raises(AppError, match="a few words"):
        await mod.do(add_note, case_id=case, words="\u200b ")


async def test_only_posts_can_be_taken_off_the_walls(alice: Member, bob: Member, mod: Member) -> None:
    case = await reported(bob, "profile", alice.profile_id)

    with pytest.raises(AppError, match="Only fotos and flicks"):
        await mod.do(act, case_id=case, measure="unlist", reason="spam")


async def test_what_its_author_deleted_cannot_be_removed(alice: Member, bob: Member, mod: Member) -> None:
    foto = await post(alice, "Low tide")
    case = await reported(bob, "post", foto)
    await alice.do(delete_post, post_id=foto)

    with pytest.raises(AppError, match="nothing left to remove"):
        await mod.do(act, case_id=case, measure="remove", reason="spam")


@pytest.mark.parametrize(
    ("call", "given", "words"),
    [
        ("moderation:dismiss", {"caseId": "x"}, "This case does not exist."),
        ("moderation:reverse", {"measureId": "x"}, "This decision does not exist."),
        ("moderation:decideAppeal", {"appealId": "x", "granted": True}, "There is no open appeal."),
    ],
)
async def test_what_does_not_exist_is_said_to_be_missing(
    mod: Member, call: str, given: dict[str, object], words: str
) -> None:
    refused = await mod.send(call, **given)

    assert refused is not None and (refused["code"], refused["message"]) == ("not_found", words)
