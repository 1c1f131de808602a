"""Members accept new terms and rules before they write again."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from tests.members import Member
from tests.product import in_flow, post
from tests.world import World, refusal

from inflow.comments.mutations import create as create_comment
from inflow.flow_requests.mutations import request_sync
from inflow.messages.mutations import open_conversation, send_message
from inflow.messages.queries import get_messages
from inflow.moderation.queries import get_standing
from inflow.policies.erasure import remove_acceptances_of
from inflow.policies.mutations import accept, publish
from inflow.policies.queries import get_history, get_pending
from inflow.policies.updates import accept_at_sign_up
from inflow.posts.queries import get_post
from reflow import Connection, Row, Statement
from reflow.errors import AppError

ACCEPTED_BY = "SELECT kind, version FROM policy_acceptances WHERE user_id = $1 ORDER BY kind, version"


async def _rows(connection: Connection, wanted: Statement, /, **given: object) -> list[Row]:
    return await connection.rows(wanted, given)


async def _accepted(member: Member) -> list[tuple[str, int]]:
    async with member.world.database.connection() as connection:
        return [(row.kind, row.version) for row in await connection.text(ACCEPTED_BY, member.user_id)]


async def test_an_open_page_asks_as_soon_as_new_terms_are_published(alice: Member, owner: Member) -> None:
    asked, standing = await alice.watch(get_pending), await alice.watch(get_standing)
    await owner.do(publish, kind="terms", text="Only to read.", after=0)
    assert (asked.now, standing.now.has_to_accept) == ([], False)

    await owner.do(publish, kind="terms", text="To accept.", needs_acceptance=True, after=1)
    assert [(each.kind, each.version) for each in asked.now] == [("terms", 2)]
    assert standing.now.has_to_accept

    await alice.do(accept, kind="terms", version=2)
    assert (asked.now, standing.now.has_to_accept) == ([], False)
    assert await owner.see(get_pending) == []


async def test_until_then_a_member_reads_and_writes_nothing(alice: Member, bob: Member, owner: Member) -> None:
    await in_flow(alice, bob)
    foto = await post(bob, "Low tide")
    chat = await alice.do(open_conversation, profile_id=alice.profile_id, other_id=bob.profile_id)
    message = {"conversation_id": chat, "sender_id": alice.profile_id, "receiver_id": bob.profile_id, "type": "text"}
    words = {"content": "So calm", "post_id": foto, "user_id": alice.user_id, "username": alice.username}
    # The second message of a chat takes the way of one statement.
    await alice.do(send_message, **message, content="first")

    await owner.do(publish, kind="rules", text="Be kind.", needs_acceptance=True, after=0)

    assert await refusal(post(alice, "High tide")) == "acceptance_required"
    assert await refusal(alice.do(create_comment, **words)) == "acceptance_required"
    assert await refusal(alice.do(send_message, **message, content="second")) == "acceptance_required"
    asking = alice.do(request_sync, sender_id=alice.profile_id, receiver_id=owner.profile_id)
    assert await refusal(asking) == "acceptance_required"
    assert (await alice.see(get_post, post_id=foto)) is not None
    assert len((await alice.see(get_messages, conversation_id=chat)).page) == 1

    await alice.do(accept, kind="rules", version=1)

    await post(alice, "High tide")
    await alice.do(create_comment, **words)
    await alice.do(send_message, **message, content="second")


async def test_the_refusal_says_what_has_to_be_accepted(alice: Member, owner: Member) -> None:
    await owner.do(publish, kind="rules", text="Be kind.", needs_acceptance=True, after=0)
    await owner.do(publish, kind="terms", text="Be fair.", needs_acceptance=True, after=0)

    with pytest.raises(AppError) as refused:
        await post(alice, "Low tide")

    assert refused.value.data["kinds"] == ["rules", "terms"]


async def test_who_accepted_an_older_version_is_asked_again_and_a_later_one_covers_it(
    alice: Member, bob: Member, owner: Member
) -> None:
    await owner.do(publish, kind="terms", text="One.", needs_acceptance=True, after=0)
    await alice.do(accept, kind="terms", version=1)
    await owner.do(publish, kind="terms", text="Two.", needs_acceptance=True, after=1)
    await owner.do(publish, kind="terms", text="Two, spelled better.", after=2)

    assert [each.version for each in await alice.see(get_pending)] == [3]
    await alice.do(accept, kind="terms", version=3)
    await alice.do(accept, kind="terms", version=3)
    assert await alice.see(get_pending) == []
    await bob.do(accept, kind="terms", version=1)
    assert [each.version for each in await bob.see(get_pending)] == [3]
    assert [each.accepted_by for each in await owner.see(get_history, kind="terms")] == [2, 1, 3]


async def test_only_versions_that_exist_can_be_accepted(alice: Member, owner: Member) -> None:
    await owner.do(publish, kind="privacy", text="We store little.", after=0)

    for kind, version in (("terms", 1), ("privacy", 1), ("terms", 0)):
        refused = await alice.send("policies:accept", kind=kind, version=version)
        assert refused is not None and refused["code"] == "not_found"


async def test_a_new_member_has_accepted_what_the_sign_up_showed_them(
    alice: Member, bob: Member, owner: Member, world: World
) -> None:
    await owner.do(publish, kind="terms", text="Be fair.", needs_acceptance=True, after=0)
    await owner.do(publish, kind="rules", text="Be kind.", needs_acceptance=True, after=0)
    async with world.database.connection() as connection:
        (row,) = await connection.text("SELECT max(published_at) AS at FROM policy_versions")

    async with world.database.transaction() as connection:
        await accept_at_sign_up(partial(_rows, connection), alice.user_id, row.at)
        await accept_at_sign_up(partial(_rows, connection), bob.user_id, row.at - timedelta(days=1))
    await world.settle()

    assert await _accepted(alice) == [("rules", 1), ("terms", 1)]
    assert await alice.see(get_pending) == []
    assert await _accepted(bob) == [("terms", 0)]
    assert {each.kind for each in await bob.see(get_pending)} == {"rules", "terms"}


async def test_an_erased_owner_leaves_their_documents_without_their_name(owner: Member, world: World) -> None:
    await owner.do(publish, kind="terms", text="Be fair.", after=0)
    history = await owner.watch(get_history, kind="terms")

    async with world.database.transaction() as connection:
        await remove_acceptances_of(connection, owner.user_id)

    assert await _accepted(owner) == []
    await world.settle()
    assert [each.publisher for each in history.now] == [None]
