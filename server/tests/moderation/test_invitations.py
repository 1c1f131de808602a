"""Invitations of members and moderators."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.moderation.cases import with_role

from inflow.moderation.mutations import create_invitation, revoke_invitation
from inflow.moderation.queries import get_invitations
from reflow.errors import AppError

ALLOWED = 3  # as the fixture `product` sets it


async def test_a_member_invites_as_many_as_the_operator_allows(alice: Member) -> None:
    screen = await alice.watch(get_invitations)
    assert (screen.now.left, screen.now.invitations) == (ALLOWED, [])

    made = await alice.do(create_invitation, most=2)
    with pytest.raises(AppError, match="can't invite more"):
        await alice.do(create_invitation, most=2)
    await alice.do(create_invitation)

    assert (screen.now.left, len(screen.now.invitations)) == (0, 2)

    await alice.do(revoke_invitation, invitation_id=made)

    assert screen.now.left == 2
    assert [each.id for each in screen.now.invitations if each.is_revoked] == [made]


async def test_a_moderator_invites_any_number(bob: Member) -> None:
    mod = await with_role(bob, "moderator")

    await mod.do(create_invitation, most=1000)

    assert (await mod.see(get_invitations)).left is None


async def test_the_invitation_of_another_member_looks_missing(alice: Member, bob: Member) -> None:
    made = await alice.do(create_invitation)

    with pytest.raises(AppError, match="does not exist"):
        await bob.do(revoke_invitation, invitation_id=made)
    assert (await bob.see(get_invitations)).invitations == []
