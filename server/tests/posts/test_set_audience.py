"""posts:setAudience: authors move their fotos between the sphere and their cue, and every open page follows."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest
from msgspec import UNSET
from tests.comments.threads import comment
from tests.grids.fotos import fotos, grid
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.posts.lists import CUE, NOWHERE, SPHERE, open_lists, shown
from tests.product import block, days_since_nook, in_flow, post
from tests.world import Person, Watch, refusal, refusal_in_words

from inflow.comments.queries import count, list_comments
from inflow.grids.mutations import delete_post, set_audience
from inflow.grids.queries import get_grid, get_user_grids
from inflow.moderation.mutations import act, reverse
from inflow.notifications.queries import get_notifications
from inflow.posts.mutations import edit_caption
from inflow.posts.queries import (
    get_new_posts,
    get_post,
    get_posts_by_nook,
)
from inflow.posts.rules import media_id_in
from inflow.posts.views import Post
from inflow.posts.visibility import may_see
from inflow.profiles.queries import get_counts
from inflow.reactions.mutations import react
from inflow.reactions.queries import counts, get_reactors
from inflow.standing.new_members import NewMemberRules
from inflow.users.mutations import update_nook
from inflow.users.queries import get_aura_progress

MISSING = {"code": "not_found", "message": "This post does not exist."}
SET_BY_MODERATORS = ("conflict", "A moderator took this foto off the walls. You can't change who sees it.")


async def test_open_lists_follow_both_ways(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    foto, other = await post(alice, "Low tide"), await post(alice, "High tide")
    of_alice, of_bob, of_carol = [await open_lists(each, alice) for each in (alice, bob, carol)]
    assert [shown(each, foto) for each in (of_alice, of_bob, of_carol)] == [SPHERE] * 3

    await alice.do(set_audience, post_id=foto, post_type="cue")
    assert [shown(each, foto) for each in (of_alice, of_bob, of_carol)] == [CUE, CUE, NOWHERE]

    await alice.do(set_audience, post_id=foto, post_type="sphere")
    assert [shown(each, foto) for each in (of_alice, of_bob, of_carol)] == [SPHERE] * 3
    assert [shown(each, other) for each in (of_alice, of_bob, of_carol)] == [SPHERE] * 3


async def test_a_stranger_loses_the_foto_with_all_that_is_about_it(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    foto, other = await post(alice, "Low tide"), await post(alice, "High tide")
    made = await grid(alice, "landscape", [foto, other])
    await comment(carol, foto, "Lovely")
    await carol.do(react, post_id=foto, reaction="ciao")
    screens = {each: await _screens(each, alice, foto, made.id) for each in (bob, carol)}
    before = {each: _read(screens[each]) for each in screens}
    assert before[bob] == before[carol]

    await alice.do(set_audience, post_id=foto, post_type="cue")

    assert _read(screens[carol]) == {
        **{"post": False, "grid": False, "comments": 0, "count": 0, "ciao": 0, "reactors": 0},
        **{"fotos": 1, "grids": 0},
    }
    assert _read(screens[bob]) == before[bob]
    assert await refusal(carol.do(react, post_id=foto, reaction="errro")) == "not_found"
    assert await refusal(comment(carol, foto, "Still here")) == "not_found"

    await alice.do(set_audience, post_id=foto, post_type="sphere")

    assert _read(screens[carol]) == before[carol]


async def _screens(viewer: Member, author: Member, post_id: str, grid_id: str) -> dict[str, Watch[Any]]:
    return {
        "post": await viewer.watch(get_post, post_id=post_id),
        "grid": await viewer.watch(get_grid, grid_id=grid_id),
        "grids": await viewer.watch(get_user_grids, user_id=author.user_id),
        "comments": await viewer.watch(list_comments, post_id=post_id),
        "count": await viewer.watch(count, post_id=post_id),
        "reactions": await viewer.watch(counts, post_id=post_id),
        "reactors": await viewer.watch(get_reactors, post_id=post_id, reaction="ciao"),
        "profile": await viewer.watch(get_counts, profile_id=author.profile_id),
    }


def _read(screens: dict[str, Watch[Any]]) -> dict[str, object]:
    now = {name: screen.now for name, screen in screens.items()}
    assert len(now["grids"].page) == now["profile"].grids
    return {
        "post": now["post"] is not None,
        "grid": now["grid"] is not None,
        "comments": len(now["comments"].page),
        "count": now["count"],
        "ciao": now["reactions"].ciao,
        "reactors": len(now["reactors"].page),
        "fotos": now["profile"].fotos,
        "grids": now["profile"].grids,
    }


async def test_its_address_is_refused_to_strangers_from_then_on(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    foto = await post(alice, "Low tide")
    media_id = media_id_in((await _seen(carol, foto)).image_url) or ""

    async def see_it() -> list[bool]:
        return [await may_see(alice.world.database, each.clerk_id, media_id) for each in (alice, bob, carol)]

    assert await see_it() == [True, True, True]
    await alice.do(set_audience, post_id=foto, post_type="cue")
    assert await see_it() == [True, True, False]
    await alice.do(set_audience, post_id=foto, post_type="sphere")
    assert await see_it() == [True, True, True]


async def test_a_restore_of_an_earlier_moment_learns_where_it_is_now(alice: Member) -> None:
    foto, other = await fotos(alice, "ll")
    made = await grid(alice, "landscape", [foto, other])

    await alice.do(set_audience, post_id=foto, post_type="cue")

    ids = {hashlib.sha256(each.encode()).hexdigest(): each for each in (foto, other, made.id)}
    async with alice.world.database.connection() as connection:
        sql = "SELECT kind, act, subject FROM erasures WHERE subject = ANY($1::text[])"
        found = {(row["kind"], row["act"], ids[row["subject"]]) for row in await connection.text(sql, list(ids))}
    assert found == {("post", "cue", foto), ("grid", "cue", made.id)}


async def test_nothing_else_changes_and_the_author_is_not_notified_again(alice: Member, carol: Member) -> None:
    foto = await post(alice, "Low tide", alt_text="A bay")
    await comment(carol, foto, "Lovely")
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)
    news = await carol.watch(get_new_posts, profile_id=carol.profile_id)
    before = (await _seen(alice, foto), told.now, progress.now, news.now)

    await alice.do(set_audience, post_id=foto, post_type="cue")
    assert (await _seen(alice, foto)).post_type == "cue"
    assert (told.now, progress.now) == before[1:3]

    await alice.do(set_audience, post_id=foto, post_type="sphere")
    assert (await _seen(alice, foto), told.now, progress.now, news.now) == before
    assert (await _seen(alice, foto)).edited_at is UNSET


async def test_it_stays_in_the_nook_in_which_it_was_posted(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide", post_type="cue")
    await days_since_nook(alice, 8)
    await alice.do(update_nook, user_id=alice.user_id, new_nook="lifestyle")
    walls = [await bob.watch(get_posts_by_nook, nook_type=each) for each in ("scenic", "lifestyle")]

    await alice.do(set_audience, post_id=foto, post_type="sphere")

    assert shown(walls, foto) == [1, 0]


async def test_a_blocked_member_does_not_get_to_see_it(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide", post_type="cue")
    await block(alice, bob)
    lists = await open_lists(bob, alice)

    await alice.do(set_audience, post_id=foto, post_type="sphere")

    assert shown(lists, foto) == NOWHERE
    assert await bob.see(get_post, post_id=foto) is None


async def test_a_grid_is_for_the_cue_while_one_of_its_fotos_is(alice: Member, bob: Member) -> None:
    one, two = await fotos(alice, "ll")
    made = await grid(alice, "landscape", [one, two])
    apart = await grid(alice)
    wall = await bob.watch(get_user_grids, user_id=alice.user_id)

    seen = []
    for foto, audience in ((one, "cue"), (two, "cue"), (one, "sphere"), (two, "sphere")):
        await alice.do(set_audience, post_id=foto, post_type=audience)
        seen.append([each.id for each in wall.now.page])

    assert seen == [[apart.id]] * 3 + [[apart.id, made.id]]


async def test_a_grid_that_is_made_at_the_same_moment_is_for_the_cue_too(alice: Member, bob: Member) -> None:
    for _ in range(4):
        one, two = await fotos(alice, "ll")
        made, _ = await asyncio.gather(
            grid(alice, "landscape", [one, two]), alice.do(set_audience, post_id=two, post_type="cue")
        )
        assert await bob.see(get_grid, grid_id=made.id) is None


async def test_a_grid_that_a_moderator_removed_stays_removed(alice: Member, bob: Member) -> None:
    moderator = await _moderator(alice)
    one, two = await fotos(alice, "ll")
    made = await grid(alice, "landscape", [one, two])
    case = await reported(bob, "grid", made.id)
    measure = await moderator.do(act, case_id=case, measure="remove", reason="harassment")

    for audience in ("cue", "sphere", "cue"):
        await alice.do(set_audience, post_id=one, post_type=audience)
        assert await alice.see(get_grid, grid_id=made.id) is None

    await moderator.do(reverse, measure_id=measure)
    back = await alice.see(get_grid, grid_id=made.id)
    assert back is not None
    assert back.post_type == "cue"


@pytest.mark.parametrize("audience", ["sphere", "cue"])
async def test_an_author_cannot_undo_what_a_moderator_did(alice: Member, bob: Member, audience: str) -> None:
    moderator = await _moderator(alice)
    foto = await post(alice, "Low tide")
    case = await reported(bob, "post", foto)
    wall = await bob.watch(get_posts_by_nook, nook_type="scenic")

    unlisted = await moderator.do(act, case_id=case, measure="unlist", reason="spam")
    assert await refusal_in_words(alice.do(set_audience, post_id=foto, post_type=audience)) == SET_BY_MODERATORS
    again = await reported(bob, "post", foto)
    removed = await moderator.do(act, case_id=again, measure="remove", reason="spam")
    assert await alice.send("posts:setAudience", postId=foto, postType=audience) == MISSING
    assert foto not in [each.id for each in wall.now.page]

    for measure in (removed, unlisted):
        await moderator.do(reverse, measure_id=measure)
    assert foto in [each.id for each in wall.now.page]
    await alice.do(set_audience, post_id=foto, post_type="cue")
    assert foto not in [each.id for each in wall.now.page]


async def test_a_restricted_member_shows_their_fotos_to_fewer_but_not_to_more(alice: Member, bob: Member) -> None:
    moderator = await _moderator(alice)
    for_cue, for_all = await post(alice, "one", post_type="cue"), await post(alice, "two")
    case = await reported(bob, "post", for_all)
    await moderator.do(act, case_id=case, measure="restrict", reason="spam", days=3)

    assert await refusal(alice.do(set_audience, post_id=for_cue, post_type="sphere")) == "restricted"
    await alice.do(set_audience, post_id=for_all, post_type="cue")
    assert await bob.see(get_post, post_id=for_all) is None


async def test_a_new_members_caption_with_a_link_stays_in_the_cue(
    alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    foto = await post(alice, "see www.example.org", post_type="cue")
    rules = alice.world.engine.dependencies.of(NewMemberRules)
    for name, value in {"days": 7, "links": False}.items():
        monkeypatch.setattr(rules, name, value)

    refused = await refusal_in_words(alice.do(set_audience, post_id=foto, post_type="sphere"))
    assert refused == ("invalid", "New members can't write links yet.")

    await alice.do(edit_caption, post_id=foto, caption="Low tide")
    await alice.do(set_audience, post_id=foto, post_type="sphere")


async def test_another_members_post_counts_as_missing(alice: Member, bob: Member, stranger: Person) -> None:
    await in_flow(alice, bob)
    foto, gone = await post(alice, "mine"), await post(alice, "gone")
    await alice.do(delete_post, post_id=gone)

    for post_id in (foto, "a" * 26):
        assert await bob.send("posts:setAudience", postId=post_id, postType="cue") == MISSING
    assert await alice.send("posts:setAudience", postId=gone, postType="cue") == MISSING
    assert await refusal(stranger.do(set_audience, post_id=foto, post_type="cue")) == "unauthenticated"
    assert (await _seen(alice, foto)).post_type == "sphere"


async def test_twice_is_once(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    lists = await open_lists(bob, alice)

    for _ in range(2):
        await alice.do(set_audience, post_id=foto, post_type="cue")

    assert shown(lists, foto) == NOWHERE


@pytest.mark.parametrize("audience", ["unlisted", "removed", "everyone", None])
async def test_only_the_sphere_and_the_cue_can_be_chosen(alice: Member, audience: object) -> None:
    foto = await post(alice, "Low tide")

    assert await alice.send("posts:setAudience", postId=foto, postType=audience) is not None
    assert (await _seen(alice, foto)).post_type == "sphere"


async def _moderator(among: Member) -> Member:
    return await with_role(await Member.sign_up(among.world, "mod"), "moderator")


async def _seen(member: Member, post_id: str) -> Post:
    found = await member.see(get_post, post_id=post_id)
    assert found is not None
    return found
