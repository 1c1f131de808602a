"""Measures: each takes effect on every open page, and reversing it restores what was before, byte for byte."""

from __future__ import annotations

from typing import Any

import pytest
from tests.comments.threads import comment
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported, rows_of, with_account, with_role
from tests.product import in_flow, post
from tests.world import World

from inflow.comments.mutations import create
from inflow.comments.queries import count, list_comments, replies
from inflow.flow_requests.mutations import request_sync
from inflow.grids.queries import get_user_grids
from inflow.messages.mutations import edit_message, open_conversation, send_message
from inflow.messages.queries import get_conversations, get_messages
from inflow.moderation.mutations import act, appeal, decide_appeal, dismiss, end_measure, reverse, view_case
from inflow.moderation.queries import get_appeals, get_case, get_cases, get_measures, get_standing
from inflow.moderation.rules import MeasureKind
from inflow.posts.mutations import create_post, edit, edit_caption
from inflow.posts.queries import get_cue_posts, get_post, get_sphere_posts, get_user_posts
from inflow.posts.visibility import may_see
from inflow.profiles.mutations import update_profile_image, update_quote
from inflow.profiles.queries import get_profile_by_id, search
from reflow.errors import AppError


async def _sends(sender: Member, to: Member, text: str, client_id: str) -> Any:
    conversation = await sender.do(open_conversation, profile_id=sender.profile_id, other_id=to.profile_id)
    given = {"conversation_id": conversation, "sender_id": sender.profile_id, "receiver_id": to.profile_id}
    return await sender.do(send_message, **given, content=text, type="text", client_id=client_id)


async def test_a_removed_foto_is_gone_from_every_open_page_and_its_bytes_with_it(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    second = await post(alice, "High tide")
    await grid(alice, "landscape", [foto, second])
    wall, profile = await bob.watch(get_sphere_posts), await bob.watch(get_user_posts, user_id=alice.user_id)
    popup, own = await bob.watch(get_post, post_id=foto), await alice.watch(get_user_posts, user_id=alice.user_id)
    grids, comments = await bob.watch(get_user_grids, user_id=alice.user_id), await bob.watch(count, post_id=foto)
    assert popup.now is not None
    media_id = popup.now.image_url.split("/")[2]
    assert await may_see(world.database, bob.clerk_id, media_id)
    case, before = await reported(bob, "post", foto), await rows_of(world)

    measure = await mod.do(act, case_id=case, measure="remove", reason="nudity")

    for screen in (wall, profile, own):
        assert foto not in [each.id for each in screen.now.page]
    assert popup.now is None and grids.now.page == [] and comments.now == 0
    assert not await may_see(world.database, bob.clerk_id, media_id)
    assert await may_see(world.database, alice.clerk_id, media_id)

    await mod.do(reverse, measure_id=measure)

    assert await rows_of(world) == before
    assert foto in [each.id for each in wall.now.page] and popup.now is not None and len(grids.now.page) == 1


async def test_a_cue_foto_comes_back_for_its_cue_only(world: World, alice: Member, bob: Member, mod: Member) -> None:
    await in_flow(alice, bob)
    foto = await post(alice, "Between us", post_type="cue")
    cue, case, before = await bob.watch(get_cue_posts), await reported(bob, "post", foto), await rows_of(world)

    measure = await mod.do(act, case_id=case, measure="remove", reason="other")
    assert foto not in [each.id for each in cue.now.page]
    await mod.do(reverse, measure_id=measure)

    assert foto in [each.id for each in cue.now.page]
    assert await mod.see(get_post, post_id=foto) is None
    assert await rows_of(world) == before


async def test_an_unlisted_foto_leaves_the_walls_and_stays_on_its_profile(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    wall, profile = await bob.watch(get_sphere_posts), await bob.watch(get_user_posts, user_id=alice.user_id)
    case, before = await reported(bob, "post", foto), await rows_of(world)

    measure = await mod.do(act, case_id=case, measure="unlist", reason="other")

    assert foto not in [each.id for each in wall.now.page]
    assert [each.post_type for each in profile.now.page if each.id == foto] == ["sphere"]

    await mod.do(reverse, measure_id=measure)

    assert foto in [each.id for each in wall.now.page]
    assert await rows_of(world) == before


async def test_a_foto_that_was_unlisted_and_then_removed_is_listed_once_both_are_reversed(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    before = await rows_of(world)
    unlisted = await mod.do(act, case_id=await reported(bob, "post", foto), measure="unlist", reason="other")
    removed = await mod.do(act, case_id=await reported(bob, "post", foto), measure="remove", reason="other")

    await mod.do(reverse, measure_id=unlisted)
    assert await bob.see(get_post, post_id=foto) is None
    await mod.do(reverse, measure_id=removed)

    assert await rows_of(world) == before


async def test_a_removed_comment_leaves_its_place_to_the_replies(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    foto = await post(alice, "Low tide")
    words = await comment(alice, foto, "mean words")
    await comment(bob, foto, "an answer", to=words)
    thread, below = await bob.watch(list_comments, post_id=foto), await bob.watch(replies, comment_id=words)
    case, before = await reported(bob, "comment", words), await rows_of(world)

    measure = await mod.do(act, case_id=case, measure="remove", reason="hate")

    (place,) = thread.now.page
    assert place.is_unavailable and place.content == "" and len(below.now.page) == 1

    await mod.do(reverse, measure_id=measure)

    assert [each.content for each in thread.now.page] == ["mean words"]
    assert await rows_of(world) == before


async def test_a_removed_message_is_gone_for_both_and_comes_back(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    await in_flow(alice, bob)
    sent = await _sends(alice, bob, "mean words", "1")
    (conversation,) = (await bob.see(get_conversations, profile_id=bob.profile_id)).page
    chat = await bob.watch(get_messages, conversation_id=conversation.id)
    case, before = await reported(bob, "message", sent.id), await rows_of(world)

    measure = await mod.do(act, case_id=case, measure="remove", reason="harassment")
    assert [(each.is_deleted, each.encrypted_content) for each in chat.now.page] == [(True, "")]
    await mod.do(reverse, measure_id=measure)

    assert [each.encrypted_content for each in chat.now.page] == ["mean words"]
    assert await rows_of(world) == before


async def test_a_removed_quote_and_picture_come_back(world: World, alice: Member, bob: Member, mod: Member) -> None:
    await alice.do(update_quote, profile_id=alice.profile_id, quote="Tide waits")
    await alice.do(update_profile_image, user_id=alice.user_id, image_url=await alice.upload())
    profile = await bob.watch(get_profile_by_id, profile_id=alice.profile_id)
    before = await rows_of(world)

    measures = [
        await mod.do(act, case_id=await reported(bob, kind, alice.profile_id), measure="remove", reason="other")
        for kind in ("quote", "profile")
    ]
    assert profile.now is not None and profile.now.quote == ""
    for measure in measures:
        await mod.do(reverse, measure_id=measure)

    assert profile.now is not None and profile.now.quote == "Tide waits"
    assert await rows_of(world) == before


async def test_a_suspended_member_is_gone_from_every_open_page_and_back_at_its_end(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    await in_flow(await with_account(alice), bob)
    foto = await post(alice, "Low tide")
    bobs = await post(bob, "High tide")
    await comment(alice, bobs, "nice")
    await _sends(alice, bob, "hello", "1")
    wall, profile = await bob.watch(get_sphere_posts), await bob.watch(get_profile_by_id, profile_id=alice.profile_id)
    inbox, thread = await bob.watch(get_conversations, profile_id=bob.profile_id), await bob.watch(count, post_id=bobs)
    found = await bob.watch(search, text=alice.username)
    case, before = await reported(bob, "profile", alice.profile_id), await rows_of(world)

    measure = await mod.do(act, case_id=case, measure="suspend", reason="harassment", days=7)

    assert foto not in [each.id for each in wall.now.page]
    assert profile.now is None and inbox.now.page == [] and found.now.page == [] and thread.now == 0

    await world.engine.run_mutation(end_measure, {"measure_id": measure}, None)
    await world.settle()

    assert await rows_of(world) == before
    assert profile.now is not None and thread.now == 1
    (statement,) = await alice.see(get_measures)
    assert statement.state == "ended"


async def test_of_two_suspensions_the_longer_one_holds_until_both_are_over(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    await with_account(alice)
    before = await rows_of(world)
    short = await mod.do(
        act, case_id=await reported(bob, "profile", alice.profile_id), measure="suspend", reason="spam", days=1
    )
    async with world.database.transaction() as connection:  # as a second case that was open before the first decision
        (row,) = await connection.text(
            "INSERT INTO cases (id, kind, subject_id, member_id, opened_at) VALUES ($1, 'quote', $1, $2, now()) "
            "RETURNING id",
            f"second{alice.profile_id}",
            alice.user_id,
        )
    ban = await mod.do(act, case_id=row.id, measure="ban", reason="spam")

    await world.engine.run_mutation(end_measure, {"measure_id": short}, None)
    assert await bob.see(get_profile_by_id, profile_id=alice.profile_id) is None
    await mod.do(reverse, measure_id=ban)

    assert await bob.see(get_profile_by_id, profile_id=alice.profile_id) is not None
    assert await rows_of(world) == before


async def test_a_restricted_member_writes_nothing_and_a_message_sent_before_stays_sent(
    alice: Member, bob: Member, mod: Member
) -> None:
    await in_flow(alice, bob)
    foto = await post(alice, "Low tide")
    sent = await _sends(alice, bob, "hello", "1")
    case = await reported(bob, "post", foto)
    standing = await alice.watch(get_standing)

    measure = await mod.do(act, case_id=case, measure="restrict", reason="spam", days=3)

    assert standing.now.restricted_until is not None
    fixed = {"ratio": "landscape", "nook_type": "scenic", "caption": "", "post_type": "sphere"}
    writes: list[tuple[Any, dict[str, Any]]] = [
        (create_post, {"user_id": alice.user_id, "image_url": await alice.upload(), **fixed}),
        (create, {"content": "x", "post_id": foto, "user_id": alice.user_id, "username": alice.username}),
        (request_sync, {"sender_id": alice.profile_id, "receiver_id": mod.profile_id}),
        (edit, {"post_id": foto, "caption": "x", "alt_text": ""}),
        (edit_caption, {"post_id": foto, "caption": "x"}),
        (edit_message, {"message_id": sent.id, "content": "hello again", "type": "text"}),
    ]
    for call, given in writes:
        with pytest.raises(AppError) as refused:
            await alice.do(call, **given)
        assert refused.value.code == "restricted" and "until" in refused.value.data
    with pytest.raises(AppError, match="for now"):
        await _sends(alice, bob, "again", "2")
    assert (await _sends(alice, bob, "hello", "1")).seq == sent.seq

    await mod.do(reverse, measure_id=measure)

    await _sends(alice, bob, "again", "2")
    assert standing.now.restricted_until is None


async def test_two_moderators_see_each_other_and_only_one_of_them_acts(
    alice: Member, bob: Member, mod: Member, stranger: Any, world: World
) -> None:
    other = await with_role(await Member.sign_up(world, "dora"), "moderator")
    case = await reported(bob, "post", await post(alice, "Low tide"))
    queue, screen = await other.watch(get_cases), await other.watch(get_case, case_id=case)

    await mod.do(view_case, case_id=case)
    assert [each.viewers for each in queue.now.page if each.id == case] == [[mod.username]]
    await mod.do(dismiss, case_id=case)

    assert screen.now is not None and screen.now.row.state == "closed"
    with pytest.raises(AppError) as refused:
        await other.do(act, case_id=case, measure="remove", reason="spam")
    assert refused.value.code == "conflict"
    await mod.do(view_case, case_id=case, viewing=False)


async def test_a_moderator_whose_browser_broke_off_no_longer_counts_as_looking(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    other = await with_role(await Member.sign_up(world, "dora"), "moderator")
    case = await reported(bob, "post", await post(alice, "Low tide"))
    await mod.do(view_case, case_id=case)
    async with world.database.transaction() as connection:
        await connection.text("UPDATE case_viewers SET seen_at = seen_at - interval '1 minute'")
    screen = await other.watch(get_case, case_id=case)

    await other.do(view_case, case_id=case)

    assert screen.now is not None
    assert screen.now.row.viewers == [other.username]


async def test_a_moderator_decides_nothing_about_themselves(bob: Member, mod: Member) -> None:
    case = await reported(bob, "post", await post(mod, "Low tide"))

    with pytest.raises(AppError, match="about yourself"):
        await mod.do(dismiss, case_id=case)


@pytest.mark.parametrize("kind", ["restrict", "suspend"])
async def test_a_timed_measure_needs_its_days(alice: Member, bob: Member, mod: Member, kind: MeasureKind) -> None:
    case = await reported(bob, "profile", alice.profile_id)

    with pytest.raises(AppError) as refused:
        await mod.do(act, case_id=case, measure=kind, reason="spam")

    assert refused.value.data["field"] == "days"


async def test_a_granted_appeal_restores_and_a_refused_one_answers(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    other = await with_role(await Member.sign_up(world, "dora"), "moderator")
    foto, second = await post(alice, "Low tide"), await post(alice, "High tide")
    cases = [await reported(bob, "post", each) for each in (foto, second)]
    before = await rows_of(world)
    first, kept = [await mod.do(act, case_id=case, measure="remove", reason="spam") for case in cases]
    for measure in (first, kept):
        await alice.do(appeal, measure_id=measure, words="It was the tide.")
    with pytest.raises(AppError, match="already appealed"):
        await alice.do(appeal, measure_id=first, words="Again.")
    open_appeals = {each.measure_id: each for each in await mod.see(get_appeals)}
    assert not open_appeals[first].can_decide

    with pytest.raises(AppError, match="Another moderator"):
        await mod.do(decide_appeal, appeal_id=open_appeals[first].id, granted=True)
    await other.do(decide_appeal, appeal_id=open_appeals[first].id, granted=True, words="You are right.")
    await other.do(decide_appeal, appeal_id=open_appeals[kept].id, granted=False, words="It stays.")

    assert await bob.see(get_post, post_id=foto) is not None
    assert await bob.see(get_post, post_id=second) is None
    seen = {each.id: each for each in await alice.see(get_measures)}
    assert seen[first].state == "reversed" and seen[first].appeal is not None
    assert seen[kept].appeal is not None and seen[kept].appeal.answer == "It stays."
    await other.do(reverse, measure_id=kept)
    assert await rows_of(world) == before
