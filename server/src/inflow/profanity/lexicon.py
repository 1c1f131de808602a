"""Reads a run of letters as refused words and the ordinary words around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, product

# Signs that stand for letters. The digit 1 stands for two of them, so it is kept, and read as either.
SIGNS = str.maketrans("03456789@$!|+€£¢", "oeasgtbgas11telc")
READ_AS_ONE = frozenset("il")
LONGEST_RUN_TOGETHER = 64


@dataclass(frozen=True, slots=True)
class Spelling:
    """A string of letters in runs: ``fuuuck`` is f, u three times, c, k.

    Attributes:
        letters: One letter for each run.
        counts: The length of each run.
        typed: Whether each run contains a letter, and not only digits and signs that stand for it.
    """

    letters: str
    counts: tuple[int, ...]
    typed: tuple[bool, ...]

    @classmethod
    def of(cls, text: str) -> Spelling:
        """The spelling of a text without spaces."""
        signs = zip(text.translate(SIGNS), text, strict=True)
        runs = [(letter, [sign for _, sign in run]) for letter, run in groupby(signs, key=lambda pair: pair[0])]
        letters = "".join(letter for letter, _ in runs)
        typed = tuple(any(sign.isalpha() for sign in run) for _, run in runs)
        return cls(letters, tuple(len(run) for _, run in runs), typed)


@dataclass(frozen=True, slots=True)
class Entry:
    """A word in the lexicon: the least length of each run, and whether the word is refused."""

    counts: tuple[int, ...]
    refused: bool


class Lexicon:
    """The words that a run of letters may consist of.

    Args:
        refused: At least one of these must be in it.
        companions: Ordinary words that may be in it, too.
        stretched_from: The shortest run that counts as a stretched single letter: with 3, ``rappe`` is not ``rape``.
    """

    def __init__(self, refused: Iterable[str], companions: Iterable[str] = (), *, stretched_from: int = 2) -> None:
        self._entries: dict[str, list[Entry]] = {}
        self._stretched_from = stretched_from
        for word, is_refused in [*((word, True) for word in refused), *((word, False) for word in companions)]:
            for variant in _with_ones(word):
                spelling = Spelling.of(variant)
                self._entries.setdefault(spelling.letters, []).append(Entry(spelling.counts, is_refused))
        self._longest = max(map(len, self._entries), default=0)

    def reads(self, spelling: Spelling) -> bool:
        """Whether the whole spelling can be read as words of the lexicon, one of them refused.

        Runs of digits may be left out: they are birthdays more often than letters.
        """
        end = len(spelling.letters)
        if end > LONGEST_RUN_TOGETHER:
            return False
        innocent, guilty = [True] + [False] * end, [False] * (end + 1)
        for start in range(end):
            if innocent[start] or guilty[start]:
                for stop, refused in self._steps(spelling, start):
                    guilty[stop] |= guilty[start] or refused
                    innocent[stop] |= innocent[start] and not refused
        return guilty[end]

    def _steps(self, spelling: Spelling, start: int) -> list[tuple[int, bool]]:
        """The ends of the words that begin at a run, and whether each word is refused."""
        steps = [] if spelling.typed[start] else [(start + 1, False)]
        for stop in range(start + 1, min(len(spelling.letters), start + self._longest) + 1):
            for entry in self._entries.get(spelling.letters[start:stop], ()):
                spare = self._fits(entry, spelling, start, stop)
                if spare is not None:
                    steps.append((stop, entry.refused))
                    # The next word may begin with the last letter of this one: "titssuck", "bigggirl".
                    if spare and stop - 1 > start:
                        steps.append((stop - 1, entry.refused))
        return steps

    def _fits(self, entry: Entry, spelling: Spelling, start: int, stop: int) -> bool | None:
        """Whether the last run has a letter to spare; None if the word does not fit at all."""
        if entry.refused and not any(spelling.typed[start:stop]):
            return None
        counts = spelling.counts[start:stop]
        spare = counts[-1] > entry.counts[-1]
        least = self._stretched_from
        fits = all(
            have == need or (have > need and have >= least) for have, need in zip(counts, entry.counts, strict=True)
        )
        return spare if fits else None


def _with_ones(word: str) -> Iterable[str]:
    """The word, and its spellings with 1 for i and l; of words with very many, only those with none or all."""
    options = [(letter, "1") if letter in READ_AS_ONE else (letter,) for letter in word]
    if sum(len(option) > 1 for option in options) > 3:
        return {word, "".join(option[-1] for option in options)}
    return {"".join(choice) for choice in product(*options)}
