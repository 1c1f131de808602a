"""The filter finds a refused word in every disguise, and allows words that only resemble one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inflow.profanity import Profanity
from inflow.profanity.word_lists import WordLists
from profanity.lists import lines_of

EVASIONS = lines_of("evasions.txt")
INNOCENT = lines_of("innocent.txt")
LISTS = WordLists.english()

# The generated disguises leave out short words: "4 5 5" is a number.
STEMS = sorted(stem for stem in LISTS.anywhere | LISTS.word | LISTS.name if len(stem) > 3)
# Their halves are words: "an us" and "an al" are allowed.
TWO_WORDS = {"anus", "anal"}

english = Profanity.english()

DISGUISES: dict[str, Callable[[str], str]] = {
    "in capitals": str.upper,
    "with digits behind it": lambda stem: f"{stem}1987",
    "with digits around it": lambda stem: f"69{stem}69",
    "with every letter twice": lambda stem: "".join(letter * 2 for letter in stem),
    "with every letter four times": lambda stem: "".join(letter * 4 for letter in stem),
    "with underscores": "_".join,
    "with spaces": " ".join,
    "with full stops": ".".join,
    "with zero-width spaces": "\u200b".join,
    "with soft hyphens": "\u00ad".join,
    "crossed out": lambda stem: "".join(f"{letter}\u0336" for letter in stem),
    "in full width": lambda stem: "".join(chr(ord(letter) + 0xFEE0) for letter in stem),
    "in bold": lambda stem: "".join(chr(ord(letter) - ord("a") + 0x1D41A) for letter in stem),
    "in squares": lambda stem: "".join(chr(ord(letter) - ord("a") + 0x1F170) for letter in stem),
    "in Cyrillic look-alikes": lambda stem: stem.translate(
        str.maketrans("aceopxyijs", "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0458\u0455")
    ),
    "loved": lambda stem: f"i_love_{stem}",
    "run together": lambda stem: f"ilove{stem}",
}


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
def test_every_word_is_found(disguise: Callable[[str], str]) -> None:
    assert [stem for stem in STEMS if not english.in_username(disguise(stem))] == []


def test_every_word_is_found_in_two_halves() -> None:
    halves = {stem: f"{stem[: len(stem) // 2]}_{stem[len(stem) // 2 :]}" for stem in STEMS}

    assert {stem for stem in STEMS if not english.in_username(halves[stem])} == TWO_WORDS


@pytest.mark.parametrize("letter", ["a4", "a@", "e3", "i1", "i!", "l1", "o0", "s5", "s$", "t7", "b8", "g9", "g6"])
def test_every_word_is_found_with_a_digit_for_a_letter(letter: str) -> None:
    written = [stem.replace(*letter) for stem in STEMS]

    assert [each for each in written if not english.in_username(each)] == []


def test_there_are_evasions_enough() -> None:
    assert len(set(EVASIONS)) >= 200


def test_every_evasion_is_found() -> None:
    assert [ascii(evasion) for evasion in EVASIONS if not english.in_username(evasion)] == []


def test_evasions_are_found_in_sentences_and_in_names_of_nooks() -> None:
    assert [ascii(each) for each in EVASIONS if not english.in_text(f"well {each} then")] == []
    assert [ascii(each) for each in EVASIONS if not english.in_name_of_nook(each)] == []


def test_there_are_innocent_words_enough() -> None:
    assert len(set(INNOCENT)) >= 150


def test_innocent_words_are_let_in_everywhere() -> None:
    checks = (english.in_username, english.in_full_name, english.in_name_of_nook, english.in_text)

    assert [word for word in INNOCENT if any(check(word) for check in checks)] == []


@pytest.mark.parametrize(
    "text", ["", " ", "_", "...", "80085", "455", "8008135", "5318008", "+1 (455) 8008-1515", "🙂"]
)
def test_what_has_no_letters_is_no_word(text: str) -> None:
    assert not english.in_text(text)
    assert not english.in_username(text)


@pytest.mark.parametrize(
    "text",
    [
        "The pen is mightier than the sword",
        "It's hit or miss, and that's hitting home",
        "Let us assume the class passes",
        "An analyst at Essex assesses assets",
        "Call me at 455 80085",
        "Scunthorpe, Penistone and Cockermouth!",
    ],
)
def test_nobody_is_warned_about(text: str) -> None:
    assert not english.in_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "What the f*ck",
        "f**k that",
        "bulls#it",
        "C*CKS*CK",
        "you are a $hit",
        "kiss my ass!",
        "such a tit!!!",
        "s h i t happens",
    ],
)
def test_somebody_is_warned_about(text: str) -> None:
    assert english.in_text(text)
