"""Reduces a text to the letters that a reader sees in it: without capitals, marks, invisible characters and
look-alikes.
"""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files

_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[a-z]")

# Blank characters that Unicode calls letters or symbols: two Hangul fillers, their half-width form, and Braille without
# dots.
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"

# Characters that are whole sentences; spelled out they would make a text eighteen times as long.
_SENTENCES = "\ufdfa\ufdfb"

_DROPPED = frozenset(_BLANK_LETTERS + _SENTENCES)

# Three alphabets of pictures, which compatibility normalisation does not change.
_PICTURES = {first + place: chr(ord("a") + place) for first in (0x1F150, 0x1F170, 0x1F1E6) for place in range(26)}


def fold(text: str) -> str:
    """The text in plain lower-case letters. Digits, spaces and signs stay. The time is linear in the text's length."""
    if text.isascii():
        return text.lower()
    # Marks are removed first: normalising sorts a run of them, in time that grows with the square of the run.
    plain = unicodedata.normalize("NFKD", _without_marks(text)).casefold()
    plain = _without_marks(unicodedata.normalize("NFKD", plain)).translate(_PICTURES)
    return _WORD.sub(_latinised, plain)


def _without_marks(text: str) -> str:
    return "".join(
        each for each in text if unicodedata.category(each) not in {"Mn", "Me", "Cf"} and each not in _DROPPED
    )


def _latinised(word: re.Match[str]) -> str:
    letters = word.group()
    return letters.translate(_PASSING if _LATIN.search(letters) else _ALIKE)


def _confusables() -> tuple[dict[int, str], dict[int, str]]:
    """Two tables for ``str.translate``: letters that look alike anywhere, and these together with letters that pass for
    Latin ones among Latin letters.
    """
    alike: dict[int, str] = {}
    passing: dict[int, str] = {}
    for line in files(__package__).joinpath("english/confusables.txt").read_text(encoding="utf-8").splitlines():
        kind, colon, letters = line.partition(":")
        if colon and not line.startswith("#"):
            latin, *others = letters.split()
            {"alike": alike, "passing": passing}[kind].update({ord(each): latin for each in others})
    return alike, passing | alike


_ALIKE, _PASSING = _confusables()
