"""posts:archive and posts:unarchive: authors hide their own fotos without deleting them, and open pages follow."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any, cast

import pytest
from tests.comments.threads import comment
from tests.grids.fotos import fotos, grid
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.posts.lists import CUE, NOWHERE, SPHERE, open_lists, shown
from tests.product import block, in_flow, post
from tests.world import Person, Watch, refusal, refusal_in_words

from inflow.comments.queries import count, list_comments
from inflow.grids.mutations import archive, delete_post, set_audience, unarchive
from inflow.grids.queries import get_grid, get_user_grids
from inflow.moderation.mutations import act, reverse
from inflow.moderation.queries import get_case
from inflow.notifications.queries import get_notifications, get_unread_count
from inflow.posts.audience import put_audience
from inflow.posts.queries import get_archived, get_edits, get_post, get_posts_by_nook, get_user_posts
from inflow.posts.rules import PostId, media_id_in
from inflow.posts.visibility import may_see
from inflow.profiles.queries import get_counts
from inflow.reactions.mutations import react
from inflow.reactions.queries import counts, get_reactors
from inflow.users.queries import get_aura_progress
from reflow import MutationCtx
from reflow.contrib.jobs import defer
from reflow.dependencies import NO_DEPENDENCIES
from reflow.live.transaction_ctx import TransactionCtx

MISSING = {"code": "not_found", "message": "This post does not exist."}


@pytest.mark.parametrize(("audience", "stranger_sees"), [("sphere", SPHERE), ("cue", NOWHERE)])
async def test_open_lists_follow_both_ways(
    alice: Member, bob: Member, carol: Member, audience: str, stranger_sees: list[int]
) -> None:
    await in_flow(alice, bob)
    foto, other = await post(alice, "Low tide", post_type=audience), await post(alice, "High tide")
    lists = [await open_lists(each, alice) for each in (alice, bob, carol)]
    own = SPHERE if audience == "sphere" else CUE
    before = [own, own, stranger_sees]
    assert [shown(each, foto) for each in lists] == before

    await alice.do(archive, post_id=foto)
    assert [shown(each, foto) for each in lists] == [NOWHERE] * 3
    assert [shown(each, other) for each in lists] == [SPHERE] * 3

    await alice.do(unarchive, post_id=foto)
    assert [shown(each, foto) for each in lists] == before


async def test_the_archive_is_the_authors_alone(alice: Member, bob: Member, stranger: Person) -> None:
    await in_flow(alice, bob)
    old, new = await post(alice, "old", post_type="cue"), await post(alice, "new")
    archives = [await each.watch(get_archived) for each in (alice, bob)]

    for foto in (new, old):
        await alice.do(archive, post_id=foto)
    assert [[each.id for each in archive_.now.page] for archive_ in archives] == [[new, old], []]
    assert [each.post_type for each in archives[0].now.page] == ["sphere", "cue"]

    await alice.do(unarchive, post_id=new)
    assert [each.id for each in archives[0].now.page] == [old]
    await alice.do(delete_post, post_id=old)
    assert archives[0].now.page == []
    assert await refusal(stranger.see(get_archived)) == "unauthenticated"


async def test_all_that_is_about_it_goes_and_returns_with_it(alice: Member, bob: Member) -> None:
    foto, other = await post(alice, "Low tide"), await post(alice, "High tide")
    made = await grid(alice, "landscape", [foto, other])
    await comment(bob, foto, "Lovely")
    await bob.do(react, post_id=foto, reaction="ciao")
    screens = {each: await _screens(each, alice, foto, made.id) for each in (alice, bob)}
    before = {each: _read(screens[each]) for each in screens}
    assert before[alice] == before[bob]

    await alice.do(archive, post_id=foto)

    gone = {
        **{"post": False, "grid": False, "comments": 0, "count": 0, "ciao": 0, "reactors": 0},
        **{"fotos": 1, "grids": 0},
    }
    assert [_read(screens[each]) for each in screens] == [gone, gone]
    for member in (alice, bob):
        assert await refusal(member.do(react, post_id=foto, reaction="errro")) == "not_found"
        assert await refusal(comment(member, foto, "Still here")) == "not_found"
        assert await member.see(get_edits, post_id=foto) == []

    await alice.do(unarchive, post_id=foto)

    assert {each: _read(screens[each]) for each in screens} == before


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


async def test_its_address_is_refused_to_others_meanwhile(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    seen = await bob.see(get_post, post_id=foto)
    assert seen is not None
    media_id = media_id_in(seen.image_url) or ""

    async def see_it() -> list[bool]:
        return [await may_see(alice.world.database, each.clerk_id, media_id) for each in (alice, bob)]

    assert await see_it() == [True, True]
    await alice.do(archive, post_id=foto)
    assert await see_it() == [True, False]
    await alice.do(unarchive, post_id=foto)
    assert await see_it() == [True, True]


async def test_the_notifications_about_it_are_deleted(alice: Member, bob: Member) -> None:
    foto, other = await post(alice, "Low tide"), await post(alice, "High tide")
    for each in (foto, other):
        await comment(bob, each, "Lovely")
    told = await alice.watch(get_notifications, profile_id=alice.profile_id)
    unread = await alice.watch(get_unread_count, profile_id=alice.profile_id)

    await alice.do(archive, post_id=foto)
    assert [each.subject for each in told.now.page] == [other]
    assert unread.now.post_comment == 1

    await alice.do(unarchive, post_id=foto)
    assert [each.subject for each in told.now.page] == [other]


async def test_it_still_counts_for_the_badge(alice: Member) -> None:
    one, two = await fotos(alice, "ll")
    await grid(alice, "landscape", [one, two])
    progress = await alice.watch(get_aura_progress, user_id=alice.user_id)
    before = progress.now

    await alice.do(archive, post_id=one)
    assert progress.now == before
    await alice.do(unarchive, post_id=one)
    assert progress.now == before


async def test_a_grid_is_hidden_while_one_of_its_fotos_is_archived(alice: Member, bob: Member) -> None:
    one, two = await fotos(alice, "ll")
    made = await grid(alice, "landscape", [one, two])
    walls = [await each.watch(get_user_grids, user_id=alice.user_id) for each in (alice, bob)]

    seen = []
    for change, foto in ((archive, one), (archive, two), (unarchive, one), (unarchive, two)):
        await alice.do(change, post_id=foto)
        seen.append([[each.id for each in wall.now.page] for wall in walls])

    assert seen == [[[], []]] * 3 + [[[made.id], [made.id]]]


async def test_no_grid_is_made_of_an_archived_foto(alice: Member, bob: Member) -> None:
    one, two = await fotos(alice, "ll")
    await alice.do(archive, post_id=two)
    assert await refusal(grid(alice, "landscape", [one, two])) == "not_found"

    for _ in range(4):
        first, second = await fotos(alice, "ll")
        made, _ = await asyncio.gather(
            grid(alice, "landscape", [first, second]), alice.do(archive, post_id=second), return_exceptions=True
        )
        if not isinstance(made, BaseException):
            assert await bob.see(get_grid, grid_id=made.id) is None


async def test_what_a_moderator_took_off_the_walls_returns_to_where_it_was(alice: Member, bob: Member) -> None:
    moderator = await _moderator(alice)
    foto = await post(alice, "Low tide")
    wall = await bob.watch(get_posts_by_nook, nook_type="scenic")
    profile = await bob.watch(get_user_posts, user_id=alice.user_id)
    case = await reported(bob, "post", foto)
    unlisted = await moderator.do(act, case_id=case, measure="unlist", reason="spam")

    await alice.do(archive, post_id=foto)
    assert [foto in _ids(each) for each in (wall, profile)] == [False, False]
    await alice.do(unarchive, post_id=foto)
    assert [foto in _ids(each) for each in (wall, profile)] == [False, True]

    await alice.do(archive, post_id=foto)
    await moderator.do(reverse, measure_id=unlisted)
    assert [foto in _ids(each) for each in (wall, profile)] == [False, False]
    await alice.do(unarchive, post_id=foto)
    assert [foto in _ids(each) for each in (wall, profile)] == [True, True]


async def test_a_moderator_acts_on_an_archived_foto_and_the_author_cannot_undo_it(alice: Member, bob: Member) -> None:
    moderator = await _moderator(alice)
    foto, other = await fotos(alice, "ll")
    made = await grid(alice, "landscape", [foto, other])
    wall = await bob.watch(get_posts_by_nook, nook_type="scenic")
    archived = await alice.watch(get_archived)
    cases = [await reported(each, "post", foto) for each in (bob,)]
    await alice.do(archive, post_id=foto)
    assert (await moderator.see(get_case, case_id=cases[0])) is not None

    unlisted = await moderator.do(act, case_id=cases[0], measure="unlist", reason="spam")
    assert _ids(archived) == [foto]
    await alice.do(unarchive, post_id=foto)
    assert foto not in _ids(wall)
    cases.append(await reported(bob, "post", foto))
    await alice.do(archive, post_id=foto)
    removed = await moderator.do(act, case_id=cases[1], measure="remove", reason="spam")
    assert _ids(archived) == []
    for call in ("posts:archive", "posts:unarchive"):
        assert await alice.send(call, postId=foto) == MISSING

    for measure in (removed, unlisted):
        await moderator.do(reverse, measure_id=measure)
    assert [_ids(archived), foto in _ids(wall)] == [[foto], False]
    assert await bob.see(get_grid, grid_id=made.id) is None
    await alice.do(unarchive, post_id=foto)
    assert [_ids(archived), foto in _ids(wall)] == [[], True]
    assert await bob.see(get_grid, grid_id=made.id) is not None


async def test_a_grid_that_a_moderator_removed_stays_removed(alice: Member, bob: Member) -> None:
    moderator = await _moderator(alice)
    one, two = await fotos(alice, "ll")
    made = await grid(alice, "landscape", [one, two])
    case = await reported(bob, "grid", made.id)
    measure = await moderator.do(act, case_id=case, measure="remove", reason="harassment")

    for change in (archive, unarchive, archive):
        await alice.do(change, post_id=one)
        assert await alice.see(get_grid, grid_id=made.id) is None
    await moderator.do(reverse, measure_id=measure)
    assert await alice.see(get_grid, grid_id=made.id) is None
    await alice.do(unarchive, post_id=one)
    assert await alice.see(get_grid, grid_id=made.id) is not None


async def test_a_restricted_member_archives_but_does_not_show_again(alice: Member, bob: Member) -> None:
    moderator = await _moderator(alice)
    one, two = await post(alice, "one"), await post(alice, "two")
    await alice.do(archive, post_id=one)
    case = await reported(bob, "post", two)
    await moderator.do(act, case_id=case, measure="restrict", reason="spam", days=3)

    assert await refusal(alice.do(unarchive, post_id=one)) == "restricted"
    await alice.do(archive, post_id=two)
    assert [each.id for each in (await alice.see(get_archived)).page] == [two, one]


async def test_a_blocked_member_does_not_get_to_see_it(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    await alice.do(archive, post_id=foto)
    await block(alice, bob)
    lists = await open_lists(bob, alice)

    await alice.do(unarchive, post_id=foto)

    assert shown(lists, foto) == NOWHERE


@pytest.mark.parametrize("call", ["posts:archive", "posts:unarchive"])
async def test_another_members_post_counts_as_missing(alice: Member, bob: Member, stranger: Person, call: str) -> None:
    await in_flow(alice, bob)
    foto, gone = await post(alice, "mine"), await post(alice, "gone")
    await alice.do(delete_post, post_id=gone)

    for post_id in (foto, "a" * 26):
        assert await bob.send(call, postId=post_id) == MISSING
    assert await alice.send(call, postId=gone) == MISSING
    assert await refusal(stranger.do(archive, post_id=foto)) == "unauthenticated"
    assert await bob.see(get_post, post_id=foto) is not None


async def test_twice_is_once(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide", post_type="cue")

    for change in (archive, archive, unarchive, unarchive):
        await alice.do(change, post_id=foto)

    seen = await alice.see(get_post, post_id=foto)
    assert seen is not None
    assert seen.post_type == "cue"
    assert await bob.see(get_post, post_id=foto) is None


async def test_in_the_archive_neither_texts_nor_audience_change(alice: Member) -> None:
    foto = await post(alice, "Low tide")
    await alice.do(archive, post_id=foto)

    refused = await refusal_in_words(alice.do(set_audience, post_id=foto, post_type="cue"))
    assert refused == tuple(MISSING.values())
    assert await alice.send("posts:editCaption", postId=foto, caption="High tide") == MISSING
    (kept,) = (await alice.see(get_archived)).page
    assert (kept.caption, kept.post_type) == ("Low tide", "sphere")


async def test_a_restore_of_an_earlier_moment_archives_it_again(alice: Member, bob: Member) -> None:
    one, two = await fotos(alice, "ll", post_type="cue")
    made = await grid(alice, "landscape", [one, two])
    await alice.do(archive, post_id=one)

    ids = {hashlib.sha256(each.encode()).hexdigest(): each for each in (one, two, made.id)}
    async with alice.world.database.connection() as connection:
        sql = "SELECT kind, act, subject FROM erasures WHERE subject = ANY($1::text[])"
        found = {(row["kind"], row["act"], ids[row["subject"]]) for row in await connection.text(sql, list(ids))}
    assert found == {("post", "archived cue", one), ("grid", "archived", made.id)}


@pytest.mark.parametrize(
    ("act_", "archived", "on_wall"), [("archived cue", True, False), ("removed", False, False), ("sphere", False, True)]
)
async def test_a_restore_gives_it_the_audience_of_the_ledger(
    alice: Member, bob: Member, act_: str, archived: bool, on_wall: bool
) -> None:
    foto = await post(alice, "Low tide")
    await alice.do(archive, post_id=foto)

    await _replay(alice, foto, act_)

    assert [each.id for each in (await alice.see(get_archived)).page] == [foto] * archived
    assert (await bob.see(get_post, post_id=foto) is not None) is on_wall


async def _replay(author: Member, post_id: str, act_: str) -> None:
    async with author.world.database.transaction() as connection:
        ctx = cast(MutationCtx, TransactionCtx(connection, None, defer, b"", NO_DEPENDENCIES))
        await put_audience(ctx, PostId(post_id), act_)


async def _moderator(among: Member) -> Member:
    return await with_role(await Member.sign_up(among.world, "mod"), "moderator")


def _ids(watch: Watch[Any]) -> list[str]:
    return [each.id for each in watch.now.page]
