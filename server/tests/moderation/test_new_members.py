"""Limits of new members: off by default, and exact at n-1, n and n+1."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta

import pytest
from tests.members import Member
from tests.product import ask, in_flow, post
from tests.world import World, refusal_in_words

from inflow.comments.mutations import create as comment
from inflow.messages.mutations import edit_message, open_conversation, send_message
from inflow.posts.mutations import edit, edit_caption
from inflow.profiles.mutations import update_quote
from inflow.standing.new_members import NewMemberRules
from reflow.live.engine import Engine
from reflow.postgres.database import Database

DAYS = 7
MOST = 2
LINK = "look at https://example.org"
NO_LINKS = ("invalid", "New members can't write links yet.")
ENOUGH_POSTS = "New members can post only so many fotos a day. Please try again tomorrow."
ENOUGH_REQUESTS = "New members can send only so many requests a day. Please try again tomorrow."


@pytest.fixture
def limits(product: tuple[Engine, Database], monkeypatch: pytest.MonkeyPatch) -> Iterator[NewMemberRules]:
    """The limits of an operator who set all of them."""
    rules = product[0].dependencies.of(NewMemberRules)
    for name, value in {"days": DAYS, "posts": MOST, "requests": MOST, "links": False}.items():
        monkeypatch.setattr(rules, name, value)
    yield rules


async def _earlier(member: Member, table: str, column: str, time: timedelta) -> None:
    """Let time pass since a member joined, or since what they did."""
    async with member.world.database.transaction() as connection:
        sql = f"UPDATE {table} SET created_at = created_at - $2::interval WHERE {column} = $1"
        await connection.text(sql, member.user_id, time)
    await member.world.settle()


async def _writings(alice: Member, bob: Member) -> dict[str, Callable[[str], Awaitable[object]]]:
    """All the places where Alice can write something that others read."""
    await in_flow(alice, bob)
    given = {"profile_id": alice.profile_id, "other_id": bob.profile_id}
    conversation = await alice.do(open_conversation, **given)
    foto = await post(alice, "plain")

    sides = {"sender_id": alice.profile_id, "receiver_id": bob.profile_id, "conversation_id": conversation}
    sent = await alice.do(send_message, **sides, content="plain", type="text")

    async def in_a_message(text: str) -> object:
        return await alice.do(send_message, **sides, content=text, type="text")

    async def in_a_message_as_emoji(text: str) -> object:
        return await alice.do(send_message, **sides, content=text, type="emoji")

    async def in_an_edited_message(text: str) -> object:
        return await alice.do(edit_message, message_id=sent.id, content=text, type="text")

    async def in_a_comment(text: str) -> object:
        author = {"user_id": alice.user_id, "username": alice.username}
        return await alice.do(comment, content=text, post_id=foto, **author)

    async def in_a_quote(text: str) -> object:
        return await alice.do(update_quote, profile_id=alice.profile_id, quote=text)

    async def in_a_caption(text: str) -> object:
        return await alice.do(edit_caption, post_id=foto, caption=text)

    async def in_a_caption_beside_an_alternative_text(text: str) -> object:
        return await alice.do(edit, post_id=foto, caption=f"{text} again", alt_text="A bay")

    async def in_a_new_caption(text: str) -> object:
        return await post(alice, text)

    in_messages = (in_a_message, in_a_message_as_emoji, in_an_edited_message)
    captions = (in_a_caption, in_a_caption_beside_an_alternative_text, in_a_new_caption)
    return {each.__name__: each for each in (*in_messages, in_a_comment, in_a_quote, *captions)}


async def test_by_default_a_new_member_writes_links_and_posts_as_many_fotos_as_others(
    alice: Member, bob: Member
) -> None:
    for write in (await _writings(alice, bob)).values():
        await write(LINK)
    for _ in range(MOST):
        await post(alice, "one more")


async def test_a_new_member_writes_no_link_anywhere_and_an_older_one_does(
    alice: Member, bob: Member, limits: NewMemberRules
) -> None:
    writings = await _writings(alice, bob)
    for write in writings.values():
        for link in (LINK, "HTTP://example.org", "see www.example.org"):
            assert await refusal_in_words(write(link)) == NO_LINKS
    await writings["in_a_message"]("no link: example.org, or a wwwonder")

    await _earlier(alice, "users", "id", timedelta(days=DAYS, seconds=-60))
    assert await refusal_in_words(writings["in_a_comment"](LINK)) == NO_LINKS
    await _earlier(alice, "users", "id", timedelta(seconds=61))

    for write in writings.values():
        await write(LINK)


async def test_a_new_member_posts_so_many_fotos_a_day(alice: Member, limits: NewMemberRules) -> None:
    for _ in range(MOST):
        await post(alice, "tide")
    assert await refusal_in_words(post(alice, "one too many")) == ("rate_limited", ENOUGH_POSTS)

    await _earlier(alice, "posts", "author_id", timedelta(days=1))
    await post(alice, "the next day")
    await _earlier(alice, "users", "id", timedelta(days=DAYS))
    for _ in range(MOST):
        await post(alice, "no longer new")


async def test_a_new_member_sends_so_many_requests_a_day_and_answers_all_that_they_get(
    world: World, alice: Member, limits: NewMemberRules
) -> None:
    others = [await Member.sign_up(world, f"other{number}") for number in range(MOST + 2)]
    for other in others[:MOST]:
        await ask(alice, other)
    assert await refusal_in_words(ask(alice, others[MOST])) == ("rate_limited", ENOUGH_REQUESTS)

    await ask(others[-1], alice)
    await ask(alice, others[-1])  # which accepts theirs

    await _earlier(alice, "flow_requests", "sender_id", timedelta(days=1))
    await ask(alice, others[MOST])
