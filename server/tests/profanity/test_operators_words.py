"""Operators add refused words of their own, and allow words that the product refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from inflow.profanity import BadWordList, Profanity


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file with an operator's words."""
    return tmp_path / "words.txt"


def test_their_word_is_refused_by_itself_and_in_disguise(file: Path) -> None:
    file.write_text("# the neighbours\nkrautfass  # a mild one\n\n\u0436\u0443\u043a\n", encoding="utf-8")

    theirs = Profanity.english(deny=file)

    assert [
        name
        for name in ("Krautfass", "kr4utf4ss", "k_r_a_u_t_f_a_s_s", "i_love_krautfass", "\u0436\u0443\u043a")
        if not theirs.in_username(name)
    ] == []
    assert not theirs.in_username("krautfasskeller")
    assert not Profanity.english().in_username("krautfass")


def test_with_stars_it_is_refused_inside_other_words(file: Path) -> None:
    file.write_text("*krautfass*\n", encoding="utf-8")

    assert Profanity.english(deny=file).in_username("meinkrautfasskeller")


def test_their_allowed_word_is_let_in_and_nothing_else(file: Path) -> None:
    file.write_text("Kike\nfuckingham\nas shole\n", encoding="utf-8")

    theirs = Profanity.english(allow=file)

    assert not theirs.in_username("kike")
    assert not theirs.in_username("fuckingham_palace")
    assert not theirs.in_username("as_shole")
    assert theirs.in_username("fuckingham_fuck")
    assert theirs.in_username("asshole")


def test_they_may_refuse_what_we_allow(file: Path) -> None:
    file.write_text("scunthorpe\n", encoding="utf-8")

    assert Profanity.english(deny=file).in_username("scunthorpe")


def test_the_lists_are_read_once() -> None:
    assert Profanity.english() is Profanity.english()


@pytest.mark.parametrize("line", ["123", "a-b", "**", "*bobo*", "two words"])
def test_a_line_that_cannot_be_meant_is_named(file: Path, line: str) -> None:
    file.write_text(f"{line}\n", encoding="utf-8")

    with pytest.raises(BadWordList, match=line.replace("*", ".")):
        Profanity.english(deny=file)


def test_a_missing_file_is_named(file: Path) -> None:
    with pytest.raises(BadWordList, match=r"words\.txt"):
        Profanity.english(deny=file)


def test_an_empty_file_changes_nothing(file: Path) -> None:
    file.write_text("\ufeff# nothing yet\r\n", encoding="utf-8")

    assert not Profanity.english(deny=file, allow=file).in_username("alice")
