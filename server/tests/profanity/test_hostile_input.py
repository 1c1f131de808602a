"""Nobody can keep the server busy with a long text."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from inflow.profanity import Profanity

# Growing tenfold, linear work grows tenfold and quadratic work a hundredfold.
BETWEEN_LINEAR_AND_QUADRATIC = 35
# Below this a clock tick is a large part of what is measured.
TOO_SHORT_TO_COMPARE = 0.004
AT_ONCE = 0.020

HOSTILE = {
    "one letter": "f",
    "a digit with two readings": "1a",
    "an unfinished word": "fuc",
    "unfinished in pieces": "f_u_c_",
    "single letters": "f ",
    "a doubled letter in pieces": "a_s_",
    "ordinary words run together": "imyloveeat",
    "marks in the wrong order": "\u0301\u0316",
    "a letter with many marks": "a\u0301\u0316\u0327",
    "a letter that is a sentence": "\ufdfa",
    "a letter that is a word": "\u3316",
    "invisible letters": "a\u200b",
    "look-alikes": "\u0430\u0455",
    "separators": "_",
    "stars": "f*",
    "signs": "@$",
    "allowed words": "scunthorpe",
    "allowed words, cut": "scunthorp",
}

english = Profanity.english()


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(
    "check", [english.in_username, english.in_full_name, english.in_text], ids=lambda it: it.__name__
)
def test_ten_kilobytes_keep_nobody_waiting(check: Callable[[str], bool], piece: str) -> None:
    assert _seconds(check, _of(piece, 10_000)) <= AT_ONCE


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(
    "check", [english.in_username, english.in_full_name, english.in_text], ids=lambda it: it.__name__
)
def test_ten_times_the_text_is_about_ten_times_the_work(
    check: Callable[[str], bool], piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were all of it looked at, that is."""
    monkeypatch.setattr("inflow.profanity.profanity.LONGEST", 100_000)
    short, long = _seconds(check, _of(piece, 1_000)), _seconds(check, _of(piece, 10_000))

    assert long < max(short * BETWEEN_LINEAR_AND_QUADRATIC, TOO_SHORT_TO_COMPARE * 10)


def test_a_word_is_found_behind_as_many_letters_as_may_be_kept() -> None:
    assert [piece for piece in HOSTILE.values() if not english.in_text(_of(piece, 95) + " fuck")] == []


def _of(piece: str, length: int) -> str:
    return (piece * length)[:length]


def _seconds(check: Callable[[str], bool], text: str) -> float:
    """The processor's time for the quickest of three: other processes do not count."""
    return min(_once(check, text) for _ in range(3))


def _once(check: Callable[[str], bool], text: str) -> float:
    began = time.process_time()
    check(text)
    return time.process_time() - began
