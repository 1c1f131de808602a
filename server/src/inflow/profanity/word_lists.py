"""Reads the lists of words from their files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from inflow.profanity.folding import fold

RULES = ("anywhere", "word", "name")
WHOLE = "="
SPELLED_BY_DIGITS = frozenset("abegilost")


class BadWordList(ValueError):
    """A list of words cannot be used; the text says which line of which file, and why."""


class Readable(Protocol):
    """A file, on disk or inside the package."""

    @property
    def name(self) -> str:
        """The file's name."""

    def read_text(self, encoding: str) -> str:
        """The file's content."""


@dataclass(frozen=True, slots=True)
class WordLists:
    """Folded words. The top of each list's file in ``english/`` says what it is for.

    Attributes:
        anywhere: Refused also inside longer words.
        word: Refused as whole words.
        name: Refused as whole words, except in full names.
        companions: Ordinary words that are run together with refused ones.
        allowed: Allowed by all lists. Entries with spaces are pieces that only seem to spell a word, and entries with a
            ``=`` in front are allowed as whole words only.
    """

    anywhere: frozenset[str]
    word: frozenset[str]
    name: frozenset[str]
    companions: frozenset[str]
    allowed: frozenset[str]

    @classmethod
    def english(cls, deny: Path | None = None, allow: Path | None = None) -> WordLists:
        """The English lists, with an operator's words added.

        Args:
            deny: One word on a line; with a star at both ends it is refused inside other words, too. ``#`` comments.
            allow: One word, or pieces with spaces, on a line.

        Raises:
            BadWordList: A file cannot be read, or a line cannot be used.
        """
        folder = files(__package__) / "english"
        ruled = _ruled(folder / "words.txt")
        ruled["word"] |= {_plural(word) for word in ruled["word"] if word[-1] not in "sz"}
        for word in _lines(deny):
            ruled["anywhere" if _is_starred(word) else "word"].add(_letters_of(word.strip("*"), deny))
        _check_anywhere(ruled["anywhere"])
        # Words that an operator refuses are no longer allowed by our list; words that an operator allows are.
        refused = frozenset().union(*ruled.values())
        allowed = {each for each in _words(folder / "allowed.txt") if each.removeprefix(WHOLE) not in refused}
        return cls(
            anywhere=frozenset(ruled["anywhere"]),
            word=frozenset(ruled["word"]),
            name=frozenset(ruled["name"]),
            companions=frozenset(_words(folder / "companions.txt")),
            allowed=frozenset(allowed | {_pieces_of(phrase, allow) for phrase in _lines(allow)}),
        )


def _ruled(file: Readable) -> dict[str, set[str]]:
    """Our refused words, by the rule that applies to them."""
    ruled: dict[str, set[str]] = {rule: set() for rule in RULES}
    for line in _lines(file):
        rule, _, stems = line.partition(":")
        ruled[rule].update(stems.split())
    return ruled


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in set("aeiou"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("x", "ch", "sh")) else f"{word}s"


def _lines(file: Readable | None) -> Iterator[str]:
    """The file's lines that are not empty, without comments."""
    if file is None:
        return
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadWordList(f"{file}: {problem}") from problem
    for line in text.removeprefix("\ufeff").splitlines():
        said = line.partition("#")[0].strip()
        if said:
            yield said


def _words(file: Readable) -> Iterator[str]:
    """The words of a list with several words on a line; an underscore stands for the space between pieces."""
    return (word.replace("_", " ") for line in _lines(file) for word in line.split())


def _is_starred(word: str) -> bool:
    return len(word) > 2 and word.startswith("*") and word.endswith("*")


def _letters_of(word: str, file: object) -> str:
    folded = fold(word)
    if not folded.isalpha():
        raise BadWordList(f"{file}: {word!r} is not one word made of letters")
    return folded


def _pieces_of(phrase: str, file: object) -> str:
    return " ".join(_letters_of(piece, file) for piece in phrase.split())


def _check_anywhere(stems: set[str]) -> None:
    """Refuse stems that digits could spell: 80085 is a postal code."""
    for stem in stems:
        if set(stem) <= SPELLED_BY_DIGITS:
            raise BadWordList(f"*{stem}*: digits alone can spell this; write it without the stars")
