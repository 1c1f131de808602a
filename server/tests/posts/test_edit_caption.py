"""posts:editCaption."""

from __future__ import annotations

import json

import msgspec
import pytest
from tests.members import Member
from tests.product import in_flow, post
from tests.world import Person, refusal

from inflow.posts.mutations import edit_caption
from inflow.posts.queries import get_cue_posts, get_curator_posts, get_post, get_posts_by_nook, get_user_posts
from inflow.posts.rules import CAPTION_MAX, PostId
from inflow.posts.views import Post

CAPTIONS = {
    "trimmed": "  High tide\n",
    "with hidden characters": "High \u202etide\u200b" + "\n" * 80 + "!",
    "three hundred characters": "ü" * CAPTION_MAX,
    "a rude word": "shit",
    "empty": "",
    "nothing to see": "\u200b\u3164\u2060",
}


async def test_it_changes_on_feeds_already_open(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    posted = await post(alice, "Low tide", post_type="cue")
    walls = [
        await alice.watch(get_user_posts, user_id=alice.user_id),
        await bob.watch(get_user_posts, user_id=alice.user_id),
        await bob.watch(get_cue_posts),
        await bob.watch(get_curator_posts, user_id=bob.user_id),
    ]
    single = await bob.watch(get_post, post_id=PostId(posted))

    await alice.do(edit_caption, post_id=PostId(posted), caption="High tide")

    captions = [[each.caption for each in wall.now.page if each.id == posted] for wall in walls]
    assert captions == [["High tide"]] * 4
    assert single.now is not None
    assert single.now.caption == "High tide"


async def test_it_changes_on_the_wall_of_the_nook_and_nothing_else_changes(alice: Member, bob: Member) -> None:
    older, edited, newer = [await post(alice, words, alt_text="A bay") for words in ("one", "two", "three")]
    wall = await bob.watch(get_posts_by_nook, nook_type="scenic")
    before = wall.now.page
    assert [each.id for each in before[:3]] == [newer, edited, older]

    await alice.do(edit_caption, post_id=PostId(edited), caption="High tide")

    changed = wall.now.page[1]
    assert changed.edited_at is not msgspec.UNSET
    expected = msgspec.structs.replace(before[1], caption="High tide", edited_at=changed.edited_at)
    assert wall.now.page == [before[0], expected, *before[2:]]


@pytest.mark.parametrize("caption", CAPTIONS.values(), ids=CAPTIONS)
async def test_a_caption_is_cleaned_as_it_is_for_a_new_post(alice: Member, caption: str) -> None:
    created = await _seen(alice, await post(alice, caption))
    edited = await post(alice, "Low tide")

    await alice.do(edit_caption, post_id=PostId(edited), caption=caption)

    assert (await _seen(alice, edited)).caption == created.caption


@pytest.mark.parametrize("caption", ["x" * (CAPTION_MAX + 1), "a\0b", 7, None], ids=["too long", "NUL", "7", "null"])
async def test_a_caption_is_refused_as_it_is_for_a_new_post_and_the_old_one_stays(
    alice: Member, caption: object
) -> None:
    foto = {"userId": alice.user_id, "imageUrl": await alice.upload(), "nookType": "scenic", "caption": caption}
    created = await alice.send("posts:createPost", **foto, ratio="landscape", postType="sphere")
    posted = await post(alice, "Low tide")

    refused = await alice.send("posts:editCaption", postId=posted, caption=caption)

    assert created is not None
    assert refused == {**created, "message": created["message"].replace("createPost", "editCaption")}
    assert (await _seen(alice, posted)).caption == "Low tide"


async def test_another_members_post_looks_as_if_it_were_not_there(alice: Member, bob: Member) -> None:
    posted = await post(alice, "mine")

    theirs = await bob.send("posts:editCaption", postId=posted, caption="not mine")
    missing = await bob.send("posts:editCaption", postId="a" * 26, caption="not mine")

    assert theirs == missing == {"code": "not_found", "message": "This post does not exist."}
    assert (await _seen(bob, posted)).caption == "mine"


async def test_a_stranger_cannot(alice: Member, stranger: Person) -> None:
    posted = await post(alice, "mine")

    assert await refusal(stranger.do(edit_caption, post_id=PostId(posted), caption="hers")) == "unauthenticated"
    assert (await _seen(alice, posted)).caption == "mine"


async def test_twice_is_once(alice: Member) -> None:
    posted = await post(alice, "Low tide")

    for _ in range(2):
        await alice.do(edit_caption, post_id=PostId(posted), caption="High tide")

    assert (await _seen(alice, posted)).caption == "High tide"


async def test_the_stored_answer_has_no_word_of_the_caption(alice: Member) -> None:
    posted = await post(alice, "Low tide")
    given = {"session": "edits", "request": 1, "path": "posts:editCaption", "identity": alice.identity}

    answer = await alice.world.engine.mutate(arguments={"postId": posted, "caption": "High tide"}, **given)

    assert json.loads(answer.value or "") is None


async def _seen(member: Member, post_id: str) -> Post:
    found = await member.see(get_post, post_id=PostId(post_id))
    assert found is not None
    return found
