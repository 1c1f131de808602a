"""saves:*: members keep posts in collections of their own, and no other member learns of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import block, in_flow, post
from tests.world import Person, Watch, refusal, refusal_in_words

from inflow.app.erasure import erase_member
from inflow.grids.mutations import archive, delete_post, set_audience, unarchive
from inflow.moderation.mutations import act, reverse
from inflow.notifications.queries import get_notifications
from inflow.posts.queries import get_post
from inflow.profiles.mutations import unblock_user
from inflow.profiles.queries import get_counts
from inflow.saves.mutations import create_collection, delete_collection, rename_collection, save, unsave
from inflow.saves.queries import get_collections, get_save, get_saved_posts
from inflow.saves.rules import MOST_COLLECTIONS, MOST_SAVES, NAME_TAKEN, TOO_MANY_COLLECTIONS, TOO_MANY_SAVES

NO_POST = {"code": "not_found", "message": "This post does not exist."}
NO_COLLECTION = {"code": "not_found", "message": "This collection does not exist."}


async def test_what_a_member_saved_is_on_all_their_open_pages(alice: Member, bob: Member) -> None:
    first, second = await post(alice, "Low tide"), await post(alice, "High tide")
    here, there = [await bob.watch(get_saved_posts) for _ in range(2)]
    mark = await bob.watch(get_save, post_id=first)

    for each in (first, second, first):
        await bob.do(save, post_id=each)
    assert [_ids(here), _ids(there)] == [[second, first]] * 2
    assert mark.now is not None
    assert mark.now.collection_id is None

    for _ in range(2):
        await bob.do(unsave, post_id=first)
    assert [_ids(here), mark.now] == [[second], None]


async def test_no_other_member_learns_of_it(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    screens = [
        await alice.watch(get_saved_posts),
        await alice.watch(get_save, post_id=foto),
        await alice.watch(get_collections),
        await alice.watch(get_post, post_id=foto),
        await alice.watch(get_notifications, profile_id=alice.profile_id),
        await alice.watch(get_counts, profile_id=bob.profile_id),
    ]
    before = [each.now for each in screens]

    sea = await bob.do(create_collection, name="Sea")
    await bob.do(save, post_id=foto, collection_id=sea)

    assert [each.now for each in screens] == before
    assert (await alice.see(get_saved_posts, collection_id=sea)).page == []


async def test_a_post_is_in_one_collection_and_moves_between_them(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    sea, light = [await bob.do(create_collection, name=each) for each in ("Sea", "Light")]
    places = [await bob.watch(get_saved_posts, collection_id=each) for each in (None, sea, light)]
    mark = await bob.watch(get_save, post_id=foto)

    seen = []
    for collection in (sea, light, None):
        await bob.do(save, post_id=foto, collection_id=collection)
        assert mark.now is not None
        assert mark.now.collection_id == collection
        seen.append([_ids(each) for each in places])

    assert seen == [[[], [foto], []], [[], [], [foto]], [[foto], [], []]]


async def test_of_a_deleted_collection_the_posts_stay_saved(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    sea = await bob.do(create_collection, name="Sea")
    await bob.do(save, post_id=foto, collection_id=sea)
    names, saved = await bob.watch(get_collections), await bob.watch(get_saved_posts)

    await bob.do(rename_collection, collection_id=sea, name="  Sea and  stone ")
    assert [each.name for each in names.now] == ["Sea and stone"]
    await bob.do(delete_collection, collection_id=sea)

    assert [names.now, _ids(saved)] == [[], [foto]]
    assert await bob.send("saves:save", postId=foto, collectionId=sea) == NO_COLLECTION
    assert await bob.send("saves:deleteCollection", collectionId=sea) == NO_COLLECTION


async def test_a_post_that_its_saver_may_not_see_is_gone_from_the_collection_and_returns(
    alice: Member, bob: Member
) -> None:
    foto, other = await post(alice, "Low tide"), await post(alice, "High tide")
    for each in (foto, other):
        await bob.do(save, post_id=each)
    saved, mark = await bob.watch(get_saved_posts), await bob.watch(get_save, post_id=foto)

    for hide, show in ((_to_cue, _to_sphere), (_archive, _unarchive)):
        await hide(alice, foto)
        assert [_ids(saved), mark.now] == [[other], None]
        await show(alice, foto)
        assert _ids(saved) == [other, foto]
        assert mark.now is not None

    await block(alice, bob)
    assert _ids(saved) == []
    await alice.do(unblock_user, blocker_id=alice.profile_id, blocked_id=bob.profile_id)
    assert _ids(saved) == [other, foto]

    await alice.do(delete_post, post_id=foto)
    assert _ids(saved) == [other]


async def test_a_removed_post_returns_with_the_moderators_decision(alice: Member, bob: Member) -> None:
    moderator = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")
    foto = await post(alice, "Low tide")
    await bob.do(save, post_id=foto)
    saved = await bob.watch(get_saved_posts)
    case = await reported(bob, "post", foto)

    measure = await moderator.do(act, case_id=case, measure="remove", reason="spam")
    assert _ids(saved) == []
    await moderator.do(reverse, measure_id=measure)
    assert _ids(saved) == [foto]


async def test_a_cue_post_is_saved_while_they_are_in_flow(alice: Member, bob: Member, carol: Member) -> None:
    await in_flow(alice, bob)
    foto = await post(alice, "For the cue", post_type="cue")

    await bob.do(save, post_id=foto)
    assert [each.id for each in (await bob.see(get_saved_posts)).page] == [foto]
    assert await carol.send("saves:save", postId=foto) == NO_POST
    assert await carol.send("saves:save", postId="a" * 26) == NO_POST
    assert await carol.send("saves:unsave", postId=foto) is None


async def test_the_five_thousandth_save_is_the_last_also_of_two_at_a_time(alice: Member, bob: Member) -> None:
    one, two, three = [await post(alice, each) for each in ("one", "two", "three")]
    await _save_by_hand(bob, alice, MOST_SAVES - 1)

    answers = await asyncio.gather(*(bob.send("saves:save", postId=each) for each in (one, two)))

    too_many = {"code": "invalid", "message": TOO_MANY_SAVES}
    assert sorted(answers, key=str) == sorted([None, too_many], key=str)
    assert await bob.send("saves:save", postId=three) == too_many
    kept = one if answers[0] is None else two
    await bob.do(save, post_id=kept)  # It is saved already.
    await bob.do(unsave, post_id=kept)
    await bob.do(save, post_id=three)


async def test_the_fiftieth_collection_is_the_last_also_of_two_at_a_time(bob: Member) -> None:
    async with bob.world.database.transaction() as connection:
        await connection.text(
            "INSERT INTO collections (id, member_id, name) "
            "SELECT $1 || n, $1, 'collection ' || n FROM generate_series(1, $2::int) AS n",
            bob.user_id,
            MOST_COLLECTIONS - 1,
        )

    answers = await asyncio.gather(*(refusal_of(bob, name) for name in ("Sea", "Light")))

    assert sorted(answers, key=str) == sorted([None, ("invalid", TOO_MANY_COLLECTIONS)], key=str)
    found = await bob.see(get_collections)
    assert len(found) == MOST_COLLECTIONS
    assert await refusal_of(bob, "Dusk") == ("invalid", TOO_MANY_COLLECTIONS)
    await bob.do(delete_collection, collection_id=found[0].id)
    assert await refusal_of(bob, "Dusk") is None


@pytest.mark.parametrize("name", ["a", "ß" * 39, "ß" * 40, "  spaces  around  " + "a" * 25])
async def test_names_of_one_to_forty_characters(bob: Member, name: str) -> None:
    await bob.do(create_collection, name=name)

    assert [each.name for each in await bob.see(get_collections)] == [" ".join(name.split())]


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "a" * 41])
async def test_shorter_and_longer_names_are_refused(bob: Member, name: str) -> None:
    sea = await bob.do(create_collection, name="Sea")

    assert await refusal(bob.do(create_collection, name=name)) == "invalid"
    assert await refusal(bob.do(rename_collection, collection_id=sea, name=name)) == "invalid"
    assert [each.name for each in await bob.see(get_collections)] == ["Sea"]


async def test_a_member_has_each_name_once(alice: Member, bob: Member) -> None:
    await bob.do(create_collection, name="Sea")
    light = await bob.do(create_collection, name="Light")
    await alice.do(create_collection, name="Sea")

    assert await refusal_of(bob, " Sea ") == ("conflict", NAME_TAKEN)
    renaming = bob.do(rename_collection, collection_id=light, name="Sea")
    assert await refusal_in_words(renaming) == ("conflict", NAME_TAKEN)


async def test_another_members_collection_counts_as_missing(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    sea = await bob.do(create_collection, name="Sea")

    for each in (sea, "a" * 26):
        assert await alice.send("saves:save", postId=foto, collectionId=each) == NO_COLLECTION
        assert await alice.send("saves:renameCollection", collectionId=each, name="Mine") == NO_COLLECTION
        assert await alice.send("saves:deleteCollection", collectionId=each) == NO_COLLECTION
    assert [each.name for each in await bob.see(get_collections)] == ["Sea"]


async def test_a_collection_that_is_deleted_at_the_same_moment_loses_no_save(alice: Member, bob: Member) -> None:
    for number in range(4):
        foto = await post(alice, "Low tide")
        sea = await bob.do(create_collection, name=f"Sea {number}")
        saving = bob.send("saves:save", postId=foto, collectionId=sea)

        saved, _ = await asyncio.gather(saving, bob.send("saves:deleteCollection", collectionId=sea))

        is_saved = foto in [each.id for each in (await bob.see(get_saved_posts)).page]
        assert is_saved == (saved is None)


async def test_a_member_who_leaves_takes_their_saves_along(alice: Member, bob: Member) -> None:
    foto = await post(alice, "Low tide")
    await bob.do(save, post_id=foto, collection_id=await bob.do(create_collection, name="Sea"))

    async with bob.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", bob.clerk_id)

    async with bob.world.database.connection() as connection:
        for table in ("saves", "collections"):
            sql = f"SELECT count(*) AS number FROM {table} WHERE member_id = $1"  # a constant
            (row,) = await connection.text(sql, bob.user_id)
            assert row.number == 0


async def test_a_stranger_saves_nothing(alice: Member, stranger: Person) -> None:
    foto = await post(alice, "Low tide")
    calls: list[Any] = [
        stranger.do(save, post_id=foto),
        stranger.do(unsave, post_id=foto),
        stranger.do(create_collection, name="Sea"),
        stranger.do(rename_collection, collection_id="a" * 26, name="Sea"),
        stranger.do(delete_collection, collection_id="a" * 26),
        stranger.see(get_saved_posts),
        stranger.see(get_save, post_id=foto),
        stranger.see(get_collections),
    ]

    assert {await refusal(each) for each in calls} == {"unauthenticated"}


async def refusal_of(member: Member, name: str) -> tuple[str, str] | None:
    """The refusal of a new collection of this name; None if it is made."""
    answer = await member.send("saves:createCollection", name=name)
    return (answer["code"], answer["message"]) if isinstance(answer, dict) else None


async def _to_cue(author: Member, foto: str) -> None:
    await author.do(set_audience, post_id=foto, post_type="cue")


async def _to_sphere(author: Member, foto: str) -> None:
    await author.do(set_audience, post_id=foto, post_type="sphere")


async def _archive(author: Member, foto: str) -> None:
    await author.do(archive, post_id=foto)


async def _unarchive(author: Member, foto: str) -> None:
    await author.do(unarchive, post_id=foto)


async def _save_by_hand(member: Member, author: Member, number: int) -> None:
    """Let the member save so many posts, past the rate limit: copies of one of the author's."""
    async with member.world.database.transaction() as connection:
        await connection.text(
            """
            WITH copies AS (
                INSERT INTO media
                SELECT (jsonb_populate_record(media, jsonb_build_object('id', 'copy-' || $1 || n))).*
                FROM media, generate_series(1, $4::int) AS n
                WHERE media.id = (SELECT id FROM media WHERE owner_id = $3 LIMIT 1)
                RETURNING id
            ),
            made AS (
                INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio)
                SELECT id, $2, id, 'scenic', 'cue', 'landscape' FROM copies RETURNING id
            )
            INSERT INTO saves (member_id, post_id) SELECT $1, id FROM made
            """,
            member.user_id,
            author.user_id,
            author.clerk_id,
            number,
        )


def _ids(watch: Watch[Any]) -> list[str]:
    return [each.id for each in watch.now.page]
