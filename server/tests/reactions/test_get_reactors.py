"""reactions:getReactors."""

from __future__ import annotations

import pytest
from tests.members import Member
from tests.product import block, post
from tests.world import Person, Watch, refusal

from inflow.profiles.mutations import unblock_user
from inflow.reactions.mutations import react
from inflow.reactions.queries import get_reactors
from inflow.reactions.views import Reactor
from reflow import Page, PaginationOpts


@pytest.fixture
async def foto(carol: Member) -> str:
    return await post(carol, "Low tide")


async def test_who_reacted_last_comes_first(alice: Member, bob: Member, carol: Member, foto: str) -> None:
    seen = await carol.watch(get_reactors, post_id=foto, reaction="graceful")
    for each in (alice, bob, carol):
        await each.do(react, post_id=foto, reaction="graceful")

    assert _names(seen) == ["carol", "bob", "alice"]
    assert (seen.now.page[-1].id, seen.now.page[-1].username) == (alice.profile_id, alice.username)


async def test_changing_and_taking_back_are_seen_by_who_looks(alice: Member, bob: Member, foto: str) -> None:
    graceful = await alice.watch(get_reactors, post_id=foto, reaction="graceful")
    errro = await alice.watch(get_reactors, post_id=foto, reaction="errro")
    await bob.do(react, post_id=foto, reaction="graceful")
    await alice.do(react, post_id=foto, reaction="errro")
    assert (_names(graceful), _names(errro)) == (["bob"], ["alice"])

    await bob.do(react, post_id=foto, reaction="errro")
    assert (_names(graceful), _names(errro)) == ([], ["bob", "alice"])

    await bob.do(react, post_id=foto, reaction="errro")
    assert _names(errro) == ["alice"]


async def test_another_reaction_does_not_run_it_again(alice: Member, bob: Member, foto: str) -> None:
    seen = await alice.watch(get_reactors, post_id=foto, reaction="graceful")
    before = (seen.updates, seen.evaluation)

    await bob.do(react, post_id=foto, reaction="ciao")

    assert (seen.updates, seen.evaluation) == before


async def test_the_rest_comes_page_by_page(alice: Member, bob: Member, carol: Member, foto: str) -> None:
    for each in (alice, bob, carol):
        await each.do(react, post_id=foto, reaction="ciao")
    given = {"post_id": foto, "reaction": "ciao"}

    first = await alice.see(get_reactors, **given, pagination_opts=PaginationOpts(num_items=2))
    rest = await alice.see(
        get_reactors, **given, pagination_opts=PaginationOpts(num_items=2, cursor=first.continue_cursor)
    )

    assert [each.id for each in (*first.page, *rest.page)] == [each.profile_id for each in (carol, bob, alice)]
    assert (first.is_done, rest.is_done) == (False, True)


async def test_a_block_in_either_direction_hides_each_from_the_other(
    alice: Member, bob: Member, carol: Member, foto: str
) -> None:
    for each in (alice, bob):
        await each.do(react, post_id=foto, reaction="ciao")
    hers, his, theirs = [await each.watch(get_reactors, post_id=foto, reaction="ciao") for each in (alice, bob, carol)]

    await block(bob, alice)

    assert (_names(hers), _names(his), _names(theirs)) == (["alice"], ["bob"], ["bob", "alice"])

    await bob.do(unblock_user, blocker_id=bob.profile_id, blocked_id=alice.profile_id)

    assert _names(hers) == ["bob", "alice"]


async def test_only_of_posts_that_are_to_be_seen(alice: Member, bob: Member, stranger: Person) -> None:
    cue = await post(alice, "for friends", post_type="cue")
    await alice.do(react, post_id=cue, reaction="ciao")

    answers = [await bob.see(get_reactors, post_id=each, reaction="ciao") for each in (cue, "a" * 26)]

    assert answers == [Page(page=[], is_done=True, continue_cursor="")] * 2
    assert await refusal(stranger.see(get_reactors, post_id=cue, reaction="ciao")) == "unauthenticated"


def _names(seen: Watch[Page[Reactor]]) -> list[str]:
    return [each.username.split("_")[0] for each in seen.now.page]
