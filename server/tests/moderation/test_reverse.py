"""Every measure is reversed once: the rows, and what members are answered, are what they were before."""

from __future__ import annotations

from typing import Any

import pytest
from tests.comments.threads import comment
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported, rows_of, with_account
from tests.niches.edge import propose, vote
from tests.product import in_flow, nothing_proposed, on_the_edge, post
from tests.world import World

from inflow.comments.queries import list_comments
from inflow.grids.queries import get_grid, get_user_grids
from inflow.messages.mutations import open_conversation, send_message
from inflow.messages.queries import get_conversations, get_messages
from inflow.moderation.mutations import act, appeal, decide_appeal, reverse
from inflow.moderation.queries import get_appeals, get_standing
from inflow.moderation.rules import MeasureKind, SubjectKind
from inflow.niches.queries import get_active_proposal
from inflow.posts.queries import get_post, get_sphere_posts, get_user_posts
from inflow.profiles.mutations import update_profile_image, update_quote
from inflow.profiles.queries import get_profile_by_id
from reflow.values import encode


async def _granted(member: Member, decides: Member, measure: Any) -> None:
    """The member appeals, and another moderator grants it."""
    await member.do(appeal, measure_id=measure, words="It was the tide.")
    (asked,) = [each for each in await decides.see(get_appeals) if each.measure_id == measure]
    await decides.do(decide_appeal, appeal_id=asked.id, granted=True, words="You are right.")


async def _answers(about: Member, *viewers: Member) -> list[str]:
    """What these members are answered about another one, in the wire's form."""
    found: list[str] = []
    for viewer in viewers:
        own = await viewer.see(get_user_posts, user_id=about.user_id)
        seen = (
            own,
            *[await viewer.see(get_post, post_id=foto.id) for foto in own.page],
            *[await viewer.see(list_comments, post_id=foto.id) for foto in own.page],
            await viewer.see(get_sphere_posts),
            await viewer.see(get_user_grids, user_id=about.user_id),
            await viewer.see(get_profile_by_id, profile_id=about.profile_id),
            await viewer.see(get_active_proposal),
            await viewer.see(get_standing),
        )
        found += [encode(each) for each in seen]
        inbox = await viewer.see(get_conversations, profile_id=viewer.profile_id)
        found += [encode(await viewer.see(get_messages, conversation_id=each.id)) for each in inbox.page]
    return found


async def test_a_removed_grid_leaves_its_fotos_and_comes_back_by_an_appeal(
    world: World, alice: Member, bob: Member, mod: Member, other_mod: Member
) -> None:
    fotos = [await post(alice, words) for words in ("Low tide", "High tide")]
    made = await grid(alice, "landscape", fotos)
    own, seen = [await each.watch(get_user_grids, user_id=alice.user_id) for each in (alice, bob)]
    opened = await bob.watch(get_grid, grid_id=made.id)
    case = await reported(bob, "grid", made.id)
    before, answers = await rows_of(world), await _answers(alice, alice, bob)

    measure = await mod.do(act, case_id=case, measure="remove", reason="nudity")

    assert own.now.page == [] and seen.now.page == [] and opened.now is None
    assert {each.id for each in (await bob.see(get_user_posts, user_id=alice.user_id)).page} == set(fotos)

    await _granted(alice, other_mod, measure)

    assert opened.now is not None and opened.now.image_ids == fotos
    assert await rows_of(world) == before
    assert await _answers(alice, alice, bob) == answers


async def test_a_removed_proposal_can_be_voted_on_again_once_an_appeal_is_granted(
    world: World, alice: Member, bob: Member, mod: Member, other_mod: Member
) -> None:
    await nothing_proposed(world)
    first = await on_the_edge(await Member.sign_up(world, "first"))
    board = await bob.watch(get_active_proposal)
    proposal = await propose(await on_the_edge(alice))
    await vote(first, proposal)
    case = await reported(bob, "proposal", proposal.id)
    before, answers = await rows_of(world), await _answers(alice, alice, bob, first)

    measure = await mod.do(act, case_id=case, measure="remove", reason="hate")

    assert board.now is None

    await _granted(alice, other_mod, measure)

    assert await rows_of(world) == before
    assert await _answers(alice, alice, bob, first) == answers
    assert board.now is not None and board.now.votes == 1.5
    await vote(await on_the_edge(bob), proposal)
    await nothing_proposed(world)


async def test_a_proposal_stays_withdrawn_where_another_one_is_open(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    await nothing_proposed(world)
    proposal = await propose(await on_the_edge(alice))
    case = await reported(bob, "proposal", proposal.id)
    measure = await mod.do(act, case_id=case, measure="remove", reason="hate")
    later = await propose(await on_the_edge(bob))

    await mod.do(reverse, measure_id=measure)

    board = await alice.see(get_active_proposal)
    assert board is not None and board.id == later.id
    await nothing_proposed(world)


async def test_a_grid_of_two_removed_fotos_comes_back_once_neither_is_removed(
    world: World, alice: Member, bob: Member, mod: Member
) -> None:
    fotos = [await post(alice, words) for words in ("Low tide", "High tide")]
    made = await grid(alice, "landscape", fotos)
    opened = await bob.watch(get_grid, grid_id=made.id)
    cases = [await reported(bob, "post", each) for each in fotos]
    before = await rows_of(world)
    first, second = [await mod.do(act, case_id=case, measure="remove", reason="nudity") for case in cases]

    await mod.do(reverse, measure_id=first)
    assert opened.now is None
    await mod.do(reverse, measure_id=second)

    assert opened.now is not None
    assert await rows_of(world) == before


@pytest.mark.parametrize("reversed_first", ["grid", "post"])
async def test_a_grid_that_was_removed_before_one_of_its_fotos_comes_back_once_both_are_reversed(
    world: World, alice: Member, bob: Member, mod: Member, reversed_first: str
) -> None:
    fotos = [await post(alice, "Low tide"), await post(alice, "Between us", post_type="cue")]
    await in_flow(alice, bob)
    made = await grid(alice, "landscape", fotos)
    opened = await bob.watch(get_grid, grid_id=made.id)
    cases = {"grid": await reported(bob, "grid", made.id), "post": await reported(bob, "post", fotos[0])}
    before = await rows_of(world)
    taken = {kind: await mod.do(act, case_id=case, measure="remove", reason="spam") for kind, case in cases.items()}

    await mod.do(reverse, measure_id=taken.pop(reversed_first))
    assert opened.now is None
    for measure in taken.values():
        await mod.do(reverse, measure_id=measure)

    assert opened.now is not None and opened.now.post_type == "cue"
    assert await rows_of(world) == before


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        *[("remove", about) for about in ("post", "comment", "message", "quote", "profile")],
        *[("unlist", "post"), ("warn", "profile"), ("restrict", "post"), ("suspend", "profile"), ("ban", "profile")],
    ],
)
async def test_once_an_appeal_is_granted_everything_is_as_it_was(
    world: World, alice: Member, bob: Member, mod: Member, other_mod: Member, kind: MeasureKind, about: SubjectKind
) -> None:
    await in_flow(await with_account(alice), bob)
    subject = await _made(alice, bob, about)
    case = await reported(bob, about, subject)
    before, answers = await rows_of(world), await _answers(alice, alice, bob)
    days = 7 if kind in ("restrict", "suspend") else None

    measure = await mod.do(act, case_id=case, measure=kind, reason="other", days=days)
    if kind != "warn":
        assert await rows_of(world) != before
        assert await _answers(alice, alice, bob) != answers
    await _granted(alice, other_mod, measure)

    assert await rows_of(world) == before
    assert await _answers(alice, alice, bob) == answers


async def _made(alice: Member, bob: Member, about: SubjectKind) -> str:
    """What Alice made, of each kind; the id of the one that is to be reported."""
    foto = await post(alice, "Low tide")
    await grid(alice, "landscape", [foto, await post(alice, "High tide")])
    words = await comment(alice, foto, "mean words")
    await comment(bob, foto, "an answer", to=words)
    await alice.do(update_quote, profile_id=alice.profile_id, quote="Tide waits")
    await alice.do(update_profile_image, user_id=alice.user_id, image_url=await alice.upload())
    conversation = await alice.do(open_conversation, profile_id=alice.profile_id, other_id=bob.profile_id)
    given = {"conversation_id": conversation, "sender_id": alice.profile_id, "receiver_id": bob.profile_id}
    sent = await alice.do(send_message, **given, content="mean words", type="text", client_id="1")
    ids = {"post": foto, "comment": words, "message": sent.id}
    return ids.get(about, alice.profile_id)
