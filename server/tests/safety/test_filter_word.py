"""safety:filterWord, unfilterWord and getFilteredWords: members keep a list of words that their screens cover."""

from __future__ import annotations

import asyncio

import pytest
from tests.members import Member
from tests.world import Person, refusal

from inflow.app.erasure import erase_member
from inflow.safety.mutations import filter_word, unfilter_word
from inflow.safety.queries import get_filtered_words

MOST = 100
TOO_MANY = {"code": "invalid", "message": "You can filter at most 100 words. Remove one first."}
LEFT = "SELECT count(*) AS number FROM filtered_words WHERE user_id = $1"


async def test_it_is_on_their_open_pages_at_once_and_on_no_one_elses(alice: Member, bob: Member) -> None:
    here, there, his = [await each.watch(get_filtered_words) for each in (alice, alice, bob)]

    await alice.do(filter_word, word="spider")
    await alice.do(filter_word, word="  Low\n\ttide ")

    assert here.now == there.now == ["Low tide", "spider"]

    await alice.do(unfilter_word, word="LOW TIDE")
    await alice.do(unfilter_word, word="LOW TIDE")

    assert here.now == there.now == ["spider"]
    assert his.now == []


@pytest.mark.parametrize("again", ["Stra\u00dfe", "STRASSE", "\uff33trasse", " strasse "])
async def test_each_word_is_there_once_however_it_is_written(alice: Member, again: str) -> None:
    await alice.do(filter_word, word="Stra\u00dfe")

    refused = await alice.send("safety:filterWord", word=again)

    assert refused == {"code": "conflict", "message": "You filter this word already."}
    assert await alice.see(get_filtered_words) == ["Stra\u00dfe"]


@pytest.mark.parametrize("word", ["ab", "\u6d77\u5cb8", "w" * 60, " " * 900 + "low" + " " * 9 + "tide"])
async def test_a_word_has_two_to_sixty_characters(alice: Member, word: str) -> None:
    await alice.do(filter_word, word=word)

    assert await alice.see(get_filtered_words) == [" ".join(word.split())]


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("", "A filtered word has at least 2 characters."),
        ("a", "A filtered word has at least 2 characters."),
        (" \u200b\u2060 ", "A filtered word has at least 2 characters."),
        ("w" * 61, "A filtered word has at most 60 characters."),
    ],
)
async def test_shorter_and_longer_ones_are_refused(alice: Member, word: str, words: str) -> None:
    assert await alice.send("safety:filterWord", word=word) == {"code": "invalid", "message": words}
    assert await alice.see(get_filtered_words) == []


async def test_the_hundredth_word_is_the_last_also_of_two_at_a_time(alice: Member) -> None:
    await fill(alice, MOST - 1)

    answers = await asyncio.gather(*(alice.send("safety:filterWord", word=f"last {each}") for each in "ab"))

    assert sorted(answers, key=str) == [None, TOO_MANY] or answers == [TOO_MANY, None]
    assert len(await alice.see(get_filtered_words)) == MOST
    assert await alice.send("safety:filterWord", word="one more") == TOO_MANY

    await alice.do(unfilter_word, word="word 1")
    await alice.do(filter_word, word="one more")

    assert (await alice.see(get_filtered_words))[0] == "one more"


async def test_a_member_who_leaves_takes_their_words_along(alice: Member) -> None:
    await alice.do(filter_word, word="spider")

    async with alice.world.database.transaction("ISOLATION LEVEL SERIALIZABLE") as connection:
        await erase_member(connection, "https://test", alice.clerk_id)

    async with alice.world.database.connection() as connection:
        (row,) = await connection.text(LEFT, alice.user_id)
    assert row.number == 0


async def test_a_stranger_filters_nothing(stranger: Person) -> None:
    assert await refusal(stranger.see(get_filtered_words)) == "unauthenticated"
    assert await refusal(stranger.do(filter_word, word="spider")) == "unauthenticated"
    assert await refusal(stranger.do(unfilter_word, word="spider")) == "unauthenticated"


async def fill(member: Member, number: int) -> None:
    """Let the member filter so many words, past the rate limit."""
    async with member.world.database.transaction() as connection:
        await connection.text(
            "INSERT INTO filtered_words (user_id, compared, word) "
            "SELECT $1, 'word ' || n, 'word ' || n FROM generate_series(1, $2::int) AS n",
            member.user_id,
            number,
        )
