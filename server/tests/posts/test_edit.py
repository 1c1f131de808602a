"""posts:edit: authors change the caption and the alternative text of their fotos, and readers see that."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from tests.grids.fotos import grid
from tests.members import Member
from tests.moderation.cases import reported, with_role
from tests.product import in_flow, post
from tests.world import Person, refusal, refusal_in_words

from inflow.grids.queries import get_user_grids
from inflow.moderation.mutations import act, reverse
from inflow.posts.mutations import edit, edit_caption
from inflow.posts.queries import get_cue_posts, get_edits, get_post, get_posts_by_nook, get_user_posts
from inflow.posts.rules import ALT_TEXT_MAX, CAPTION_MAX, EDITS_KEPT
from inflow.posts.views import Post

MISSING = {"code": "not_found", "message": "This post does not exist."}


async def test_both_texts_change_on_open_pages_and_are_marked(alice: Member, bob: Member) -> None:
    await in_flow(alice, bob)
    in_sphere, in_cue = [await post(alice, "Low tide", post_type=each) for each in ("sphere", "cue")]
    pages = [
        await bob.watch(get_posts_by_nook, nook_type="scenic"),
        await bob.watch(get_cue_posts),
        await bob.watch(get_user_posts, user_id=alice.user_id),
    ]
    single = await bob.watch(get_post, post_id=in_cue)

    for each in (in_sphere, in_cue):
        await alice.do(edit, post_id=each, caption=" High tide\n", alt_text=" A bay ")

    shown = [each for page in pages for each in page.now.page if each.user_id == alice.user_id]
    assert single.now is not None
    assert {(each.caption, each.alt_text) for each in (*shown, single.now)} == {("High tide", "A bay")}
    assert len(shown) == 4
    assert all(each.edited_at is not UNSET for each in (*shown, single.now))


async def test_a_grid_shows_the_new_texts(alice: Member, bob: Member) -> None:
    made = await grid(alice)
    wall = await bob.watch(get_user_grids, user_id=alice.user_id)

    await alice.do(edit, post_id=made.image_ids[0], caption="High tide", alt_text="A bay")

    (shown,) = wall.now.page
    assert (shown.images[0].caption, shown.images[0].alt_text) == ("High tide", "A bay")


async def test_the_same_texts_are_no_edit(alice: Member) -> None:
    foto = await post(alice, "Low tide", alt_text="A bay")

    await alice.do(edit, post_id=foto, caption=" Low tide ", alt_text="A bay\u200b")
    await alice.do(edit_caption, post_id=foto, caption="Low tide")

    assert (await _seen(alice, foto)).edited_at is UNSET
    assert await alice.see(get_edits, post_id=foto) == []


async def test_each_text_can_have_its_most_characters_and_no_more(alice: Member) -> None:
    foto = await post(alice, "Low tide")
    for caption, alt_text in ((CAPTION_MAX - 1, ALT_TEXT_MAX - 1), (CAPTION_MAX, ALT_TEXT_MAX)):
        await alice.do(edit, post_id=foto, caption="ü" * caption, alt_text="ü" * alt_text)

    for caption, alt_text in ((CAPTION_MAX + 1, 1), (1, ALT_TEXT_MAX + 1)):
        refused = await alice.send("posts:edit", postId=foto, caption="x" * caption, altText="x" * alt_text)
        assert refused is not None
        assert "length" in refused["message"]

    now = await _seen(alice, foto)
    assert (len(now.caption), len(now.alt_text)) == (CAPTION_MAX, ALT_TEXT_MAX)


async def test_another_members_post_counts_as_missing(alice: Member, bob: Member, stranger: Person) -> None:
    foto = await post(alice, "mine", alt_text="A bay")
    texts = {"caption": "not mine", "altText": ""}

    assert await bob.send("posts:edit", postId=foto, **texts) == MISSING
    assert await bob.send("posts:edit", postId="a" * 26, **texts) == MISSING
    assert await refusal(stranger.do(edit, post_id=foto, caption="hers", alt_text="")) == "unauthenticated"
    now = await _seen(alice, foto)
    assert (now.caption, now.alt_text, now.edited_at) == ("mine", "A bay", UNSET)


async def test_a_post_that_a_moderator_removed_cannot_be_edited_and_comes_back_as_it_was(
    alice: Member, bob: Member
) -> None:
    moderator = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")
    foto = await post(alice, "Rude")
    await alice.do(edit_caption, post_id=foto, caption="Ruder")
    history = await alice.watch(get_edits, post_id=foto)
    case = await reported(bob, "post", foto)
    measure = await moderator.do(act, case_id=case, measure="remove", reason="harassment")

    assert history.now == []
    missing = ("not_found", MISSING["message"])
    assert await refusal_in_words(alice.do(edit, post_id=foto, caption="Nice", alt_text="")) == missing
    assert await refusal_in_words(alice.do(edit_caption, post_id=foto, caption="Nice")) == missing

    await moderator.do(reverse, measure_id=measure)

    assert (await _seen(bob, foto)).caption == "Ruder"
    assert [each.caption for each in history.now] == ["Rude"]


async def test_the_author_reads_the_earlier_texts_newest_first(alice: Member) -> None:
    foto = await post(alice, "one", alt_text="A bay")
    history = await alice.watch(get_edits, post_id=foto)
    assert history.now == []

    await alice.do(edit_caption, post_id=foto, caption="two")
    await alice.do(edit, post_id=foto, caption="two", alt_text="A harbour")
    await alice.do(edit, post_id=foto, caption="three", alt_text="")

    texts = [(each.caption, each.alt_text) for each in history.now]
    assert texts == [("two", "A harbour"), ("two", "A bay"), ("one", "A bay")]
    times = [each.edited_at for each in history.now]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("edits", [EDITS_KEPT - 1, EDITS_KEPT, EDITS_KEPT + 1])
async def test_the_last_fifty_earlier_texts_are_kept(alice: Member, edits: int) -> None:
    foto = await post(alice, "0")
    for number in range(1, edits + 1):
        await alice.do(edit_caption, post_id=foto, caption=str(number))

    captions = [each.caption for each in await alice.see(get_edits, post_id=foto)]

    kept = min(edits, EDITS_KEPT)
    assert captions == [str(number) for number in range(edits - 1, edits - kept - 1, -1)]
    async with alice.world.database.connection() as connection:
        (row,) = await connection.text("SELECT count(*) AS stored FROM post_edits WHERE post_id = $1", foto)
    assert row.stored == kept


async def test_no_one_else_reads_the_earlier_texts(alice: Member, bob: Member, stranger: Person) -> None:
    await in_flow(alice, bob)
    foto = await post(alice, "one")
    await alice.do(edit_caption, post_id=foto, caption="two")
    moderator = await with_role(await Member.sign_up(alice.world, "mod"), "moderator")

    for other in (bob, moderator):
        assert await other.see(get_edits, post_id=foto) == await other.see(get_edits, post_id="a" * 26) == []
    assert await refusal(stranger.see(get_edits, post_id=foto)) == "unauthenticated"


async def _seen(member: Member, post_id: str) -> Post:
    found = await member.see(get_post, post_id=post_id)
    assert found is not None
    return found
