"""No text can keep the server busy for long. Work is counted in steps, so that no machine is too slow for these
tests.
"""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from types import SimpleNamespace

import pytest

from inflow.profanity import Profanity, folding, profanity
from inflow.profanity.profanity import LONGEST
from steps import CountedPattern, Steps

# When a text grows tenfold, linear work grows tenfold and quadratic work a hundredfold.
BETWEEN_LINEAR_AND_QUADRATIC = 14
# A check that refuses to read a text takes the same number of steps at any length.
TOO_FEW_TO_COMPARE = 2_000
# Steps per character: a pattern tries each first letter, and tries twice where it passed a word.
MOST_PER_CHARACTER = 400
CHECKS = ["in_username", "in_full_name", "in_text"]

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


class Counted:
    """The filter of English words, and the cost of its checks."""

    def __init__(self) -> None:
        self.steps = Steps()
        self._words = copy.copy(english)
        for name, pattern in vars(english).items():
            if isinstance(pattern, re.Pattern):
                setattr(self._words, name, CountedPattern(pattern, self.steps))

    def normalize(self, form: str, text: str) -> str:
        """Replaces Unicode's function: it sorts runs of marks, in the worst case in the square of their length."""
        runs = (len(list(run)) for is_mark, run in groupby(text, unicodedata.combining) if is_mark)
        self.steps.count += len(text) + sum(length**2 for length in runs)
        return unicodedata.normalize(form, text)

    def of(self, check: str, text: str) -> int:
        """Steps that a check of this text takes."""
        before = self.steps.count
        with self.steps.of_python("/inflow/profanity/"):
            getattr(self._words, check)(text)
        return self.steps.count - before


@pytest.fixture(scope="module")
def counted() -> Iterator[Counted]:
    """A filter whose modules' own patterns are counted as well."""
    counted = Counted()
    unicode = SimpleNamespace(category=unicodedata.category, normalize=counted.normalize)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folding, "unicodedata", unicode)
        for module in (folding, profanity):
            for name, pattern in vars(module).copy().items():
                if isinstance(pattern, re.Pattern):
                    patch.setattr(module, name, CountedPattern(pattern, counted.steps))
        yield counted


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("check", CHECKS)
def test_ten_kilobytes_keep_nobody_waiting(check: str, piece: str, counted: Counted) -> None:
    assert counted.of(check, _of(piece, 10_000)) <= MOST_PER_CHARACTER * LONGEST


@pytest.mark.long
@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("check", CHECKS)
def test_ten_times_the_text_is_about_ten_times_the_work(check: str, piece: str, counted: Counted) -> None:
    short, long = (counted.of(check, _of(piece, length)) for length in (LONGEST // 20, LONGEST // 2))

    assert long < max(short * BETWEEN_LINEAR_AND_QUADRATIC, TOO_FEW_TO_COMPARE)


def test_a_pattern_that_backtracks_is_noticed() -> None:
    def cost(length: int) -> int:
        steps = Steps()
        assert CountedPattern(re.compile("(?:aa?)+b"), steps).search("a" * length) is None
        return steps.count

    assert cost(16) > 20 * cost(8)


def test_a_word_is_found_behind_as_many_letters_as_may_be_kept() -> None:
    assert [piece for piece in HOSTILE.values() if not english.in_text(_of(piece, 95) + " fuck")] == []


def _of(piece: str, length: int) -> str:
    return (piece * length)[:length]
