"""Texts that deceive or show nothing, in every field that members publish."""

from __future__ import annotations

from tests.comments.threads import comment
from tests.members import Member
from tests.messages.conftest import begun
from tests.niches.edge import propose
from tests.product import on_the_edge, post
from tests.world import refusal

from inflow.comments.queries import list_comments
from inflow.messages.queries import get_messages
from inflow.posts.queries import get_post
from inflow.profiles.mutations import update_quote
from inflow.profiles.queries import get_profile_by_id

NOTHING = "\u200b\u3164\u034f\u2060\u202e"
MISLEADING = "see \u202egpj.exe" + "\n" * 80 + "z" + "\u0336" * 30 + "\U000e0068\U000e0069"
KEPT = "see gpj.exe\n\nz" + "\u0336" * 4


async def test_a_comment_that_shows_nothing_is_refused_and_a_misleading_one_is_cleaned(alice: Member) -> None:
    foto = await post(alice, "Low tide")
    thread = await alice.watch(list_comments, post_id=foto)

    assert await refusal(comment(alice, foto, NOTHING)) == "invalid"
    await comment(alice, foto, "a\u202eb" + "\n" * 80 + "c")

    assert [each.content for each in thread.now.page] == ["ab\n\nc"]


async def test_so_is_a_caption_and_what_describes_a_foto(alice: Member) -> None:
    hidden = await alice.see(get_post, post_id=await post(alice, NOTHING, alt_text=NOTHING))
    misleading = await alice.see(get_post, post_id=await post(alice, MISLEADING, alt_text=MISLEADING))

    assert hidden is not None
    assert misleading is not None
    assert (hidden.caption, hidden.alt_text) == ("", "")
    assert (misleading.caption, misleading.alt_text) == (KEPT, KEPT)


async def test_so_is_a_quote(alice: Member) -> None:
    seen = await alice.watch(get_profile_by_id, profile_id=alice.profile_id)
    await alice.do(update_quote, profile_id=alice.profile_id, quote="Low \u202etide")

    await alice.do(update_quote, profile_id=alice.profile_id, quote=NOTHING)

    assert seen.now is not None
    assert seen.now.quote == "Low tide"


async def test_so_is_a_message(alice: Member, bob: Member) -> None:
    chat = await begun(alice, bob)
    page = await bob.watch(get_messages, conversation_id=chat.id)

    assert await refusal(chat.say(alice, NOTHING)) == "invalid"
    await chat.say(alice, MISLEADING)

    assert [each.encrypted_content for each in page.now.page] == [KEPT]


async def test_a_nook_needs_a_name_that_is_seen_and_looks_like_no_other(alice: Member) -> None:
    await on_the_edge(alice)

    assert await refusal(propose(alice, "\u3164\u3164\u3164")) == "invalid"
    assert await refusal(propose(alice, "low\u034ftide")) == "invalid"
    assert await refusal(propose(alice, "s\u0441enic")) == "conflict"
