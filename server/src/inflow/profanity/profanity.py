"""Finds refused words in names and in texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from inflow.profanity.folding import fold
from inflow.profanity.lexicon import SIGNS, Lexicon, Spelling
from inflow.profanity.word_lists import WHOLE, WordLists

_WORD = re.compile(r"(?:[^\W_]|[@$!|+€£¢])+")
_WORD_WITHOUT_DIGITS = re.compile(r"[^\W\d_]+")
_CENSORED = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:[*#]+[^\W\d_]+)+")
_STRETCHED = re.compile(r"(.)\1{2,}")
_STRETCHED_APART = re.compile(r"(?<![^_])(.)(?:_\1){2,}(?![^_])")

LONGEST = 2_000
"""How much of a text is checked: a hundred letters as a whole, even of those that fold into eighteen each. No longer
text may be stored, so nothing can hide behind it, and the check of a text that is too long stays fast.
"""

# With one of three letters replaced, a word is no longer recognisable.
_SHORTEST_CENSORED = 3

# Shorter allowed words are skipped only as whole words: inside others they would hide too much.
_ALLOWED_INSIDE = 5
# Replaces an allowed word, so that the text on its left and right does not become one word. No word contains this
# letter.
_PASSED = " ʘ "


class Profanity:
    """Tells whether a text contains a refused word.

    A text without letters never does. Every check takes time linear in the length of the checked text: see
    :data:`LONGEST`.

    Args:
        lists: The words.
    """

    def __init__(self, lists: WordLists) -> None:
        strict = lists.anywhere | lists.word | lists.name
        self._anywhere = _inside_words(lists.anywhere)
        self._apart = _set_apart(strict)
        self._apart_in_names = _set_apart(lists.anywhere)
        self._lexicon = Lexicon(strict, lists.companions)
        self._words_in_names = Lexicon(lists.anywhere | lists.word, stretched_from=3)
        self._censored = frozenset(each for stem in strict for each in _censored(stem))
        self._allowed = _inside_or_whole(lists.allowed)
        self._innocent_pieces = frozenset(phrase for phrase in lists.allowed if " " in phrase)

    @classmethod
    @lru_cache(maxsize=8)
    def english(cls, deny: Path | None = None, allow: Path | None = None) -> Profanity:
        """The English words, and an operator's. The files are read once; a changed file takes effect after a restart.

        Raises:
            BadWordList: A file cannot be used.
        """
        return cls(WordLists.english(deny, allow))

    def in_username(self, text: str) -> bool:
        """Whether a username should be refused."""
        return self._found(text, self._in_anything)

    def in_full_name(self, text: str) -> bool:
        """Whether a full name should be refused. Real names and short words inside other words are allowed."""
        return self._found(text, self._in_names)

    def in_name_of_nook(self, text: str) -> bool:
        """Whether a nook's name should be refused."""
        return self._found(text, self._in_anything)

    def in_text(self, text: str) -> bool:
        """Whether to warn a member who is about to publish this."""
        return self._found(text.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", ""), self._in_anything)

    def _found(self, text: str, judge: Callable[[str], bool]) -> bool:
        folded = fold(text[:LONGEST])[:LONGEST]
        if not any(map(str.isalpha, folded)) or not judge(folded):
            return False
        passed = self._allowed.sub(_PASSED, folded)
        return passed == folded or judge(passed)

    def _in_anything(self, folded: str) -> bool:
        words = _WORD.findall(folded)
        plain = _plain(words)
        return (
            self._anywhere.search(plain) is not None
            or any(self._lexicon.reads(Spelling.of(word)) for word in set(words))
            or any(each.replace("#", "*") in self._censored for each in _CENSORED.findall(folded))
            or self._is_set_apart(self._apart, plain.replace(" ", "_"))
            or self._is_set_apart(self._apart_in_names, "_".join(_WORD_WITHOUT_DIGITS.findall(folded)))
        )

    def _in_names(self, folded: str) -> bool:
        words = _WORD.findall(folded)
        return (
            self._anywhere.search(_plain(words)) is not None
            or any(self._words_in_names.reads(Spelling.of(word)) for word in set(words))
            or self._is_set_apart(self._apart_in_names, "_".join(words).translate(SIGNS))
        )

    def _is_set_apart(self, pattern: re.Pattern[str], words: str) -> bool:
        """Whether pieces between underscores really spell a refused word, unlike "the pen is blue"."""
        if "_" not in words:
            return False
        found = pattern.finditer(_STRETCHED_APART.sub(r"\1_\1", words))
        return any(
            "_" in each.group() and each.group().replace("_", " ") not in self._innocent_pieces for each in found
        )


def _plain(words: list[str]) -> str:
    """The words, with runs of a letter shortened to two."""
    return _STRETCHED.sub(r"\1\1", " ".join(words).translate(SIGNS))


def _inside_words(stems: Collection[str]) -> re.Pattern[str]:
    """A pattern that finds the stems in letters without runs of more than two."""
    return _first_letter_first({stem: _spelled(stem, "") for stem in stems}, "", "")


def _set_apart(stems: Collection[str]) -> re.Pattern[str]:
    """A pattern that finds the stems at whole words, with underscores anywhere between their letters."""
    return _first_letter_first({stem: _spelled(stem, "_?") for stem in stems}, "(?<![^_])", "(?![^_])")


def _spelled(stem: str, between: str) -> str:
    """A pattern for a stem. Its repetitions are bounded, so that no text takes long."""
    spelling = Spelling.of(stem)
    letters = [_letter(each) for each in spelling.letters]
    runs = [
        between.join([letter] * count) + f"(?:{between}{letter})" + ("?" if count > 1 else "{0,2}")
        for letter, count in zip(letters, spelling.counts, strict=True)
    ]
    return between.join(runs)


def _censored(stem: str) -> Iterator[str]:
    """The spellings of a stem with stars in it: ``f*ck``, ``f**k``, ``c*cks*ck``."""
    if len(stem) > _SHORTEST_CENSORED:
        yield "".join("*" if letter in "aeiou" else letter for letter in stem)
        for first, last in combinations(range(1, len(stem)), 2):
            yield stem[:first] + "*" * (last - first) + stem[last:]


def _letter(letter: str) -> str:
    return f"[{letter}1]" if letter in "il" else re.escape(letter)


def _first_letter_first(patterns: dict[str, str], before: str, after: str) -> re.Pattern[str]:
    """One pattern for all stems, which at each position tries only those that begin with the letter there."""
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for stem in sorted(patterns):
        grouped[_letter(stem[0])].append(patterns[stem])
    branches = [f"(?={letter})(?:{'|'.join(group)})" for letter, group in grouped.items()]
    return re.compile(f"{before}(?:{'|'.join(branches) or '(?!)'}){after}")


def _inside_or_whole(allowed: Collection[str]) -> re.Pattern[str]:
    """A pattern that finds allowed words: long ones anywhere, short ones with only digits after them."""
    words = sorted((word for word in allowed if " " not in word), key=lambda word: (-len(word), word))
    inside = [word for word in words if len(word) >= _ALLOWED_INSIDE and not word.startswith(WHOLE)]
    whole = [word.removeprefix(WHOLE) for word in words if word not in inside]
    alone = rf"(?<![^\W_])(?:{'|'.join(whole) or '(?!)'})(?!\d*[^\W\d_])"
    return re.compile("|".join([*inside, alone]))
