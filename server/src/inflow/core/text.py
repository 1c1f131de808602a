"""Cleans text that members write, and compares texts by how they look. No I/O.

Unicode has characters that show nothing, that show other characters in another order, and that stack without end. Text
with them deceives readers or breaks the page around it. Everything members publish passes :func:`clean`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

MOST_LINES = 12
MOST_MARKS = 4
"""Non-spacing marks over one letter. Languages use up to four; piles of them reach into other people's words."""

_LINE_END = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_EMPTY_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+\n")

# Blanks that Unicode calls letters or symbols.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")
# Default_Ignorable_Code_Point beside format characters (Cf): a joiner of graphemes, vowels that are not written, and
# code points that are reserved for more of the kind. They show nothing before they are assigned, too.
_RESERVED = (0x2065, *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE0100), *range(0xE01F0, 0xE1000))
_IGNORED = frozenset("\u034f\u17b4\u17b5\u180f\ufffc") | frozenset(map(chr, _RESERVED))
_EMPTY = _BLANK | _IGNORED
_VIRAMA = 9
"""The combining class of signs that join the consonants around them."""
_JOINERS = frozenset("\u200c\u200d")
_MARKS_OF_DIRECTION = frozenset("\u200e\u200f\u061c")
_ISOLATES = frozenset("\u2066\u2067\u2068")
_END_OF_ISOLATE = "\u2069"
# Flags of England, Scotland and Wales: the only sequences of tags that show as an emoji.
_FLAGS = tuple(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)


def clean(text: str, *, lines: int = MOST_LINES) -> str:
    """The text as it is kept: without what shows nothing or misleads, and without blanks at its ends.

    Args:
        text: As it was typed.
        lines: Line breaks beyond so many lines become spaces.

    Returns:
        The cleaned text; empty if a reader would see nothing. Cleaning it again changes nothing.
    """
    if text.isascii() and text.isprintable():
        return text.strip()
    before, kept = "", _LINE_END.sub("\n", text)
    # A dropped character may leave a joiner beside it without anything to join.
    while kept != before:
        before, kept = kept, _without_open_isolates(_without_invisible(kept)).strip()
    kept = _EMPTY_LINES.sub("\n\n", kept).strip()
    first, *rest = kept.split("\n")
    kept = " ".join(["\n".join([first, *rest[: lines - 1]]), *rest[lines - 1 :]]).rstrip()
    return kept if is_visible(kept) else ""


def is_visible(text: str) -> bool:
    """Whether a reader sees anything at all: letters, digits, signs or symbols."""
    return any(_major_category(each) in "LNPS" and each not in _EMPTY for each in text)


def has_invisible(text: str) -> bool:
    """Whether there is a character in it that shows nothing, or marks pile up on a letter."""
    return _without_invisible(text) != text or any(each in _BLANK for each in text)


def without_joiners_in_words(text: str) -> str:
    """The text without the joiners that scripts need inside words: behind a virama, and between Arabic letters."""
    return "".join(
        each
        for at, each in enumerate(text)
        if each not in _JOINERS or not _joins_letters(each, text[at - 1 : at], text[at + 1 : at + 2])
    )


def _joins_letters(joiner: str, before: str, after: str) -> bool:
    """RFC 5892, appendix A.1 and A.2: where a joiner is part of how a word is written."""
    if not before or not after or unicodedata.category(after)[0] != "L":
        return False
    is_arabic = unicodedata.bidirectional(before) in {"AL", "NSM"} and unicodedata.bidirectional(after) == "AL"
    return unicodedata.combining(before) == _VIRAMA or (joiner == "\u200c" and is_arabic)


def skeletons(text: str) -> set[str]:
    """The Latin letters that a reader may take the text for, in lower case and without spaces.

    Letters that look the same are the same here: ``I`` and ``l``, ``rn`` and ``m``. Compare with other skeletons only.
    """
    apart = unicodedata.normalize("NFKD", "".join(each for each in text if unicodedata.category(each)[0] != "M"))
    alike = "".join(_confusables().get(each) or _confusables().get(each.casefold()) or each for each in apart)
    return {_merged(each.casefold()) for each in (apart, alike)}


def _merged(text: str) -> str:
    letters = "".join(each for each in text if each.isalpha())
    return letters.replace("i", "l").replace("rn", "m").replace("vv", "w")


def _without_invisible(text: str) -> str:
    kept: list[str] = []
    marks = 0
    at = 0
    while at < len(text):
        flag = next((each for each in _FLAGS if text.startswith(each, at)), None) if text[at] == _FLAGS[0][0] else None
        piece = flag or text[at]
        at += len(piece)
        kind = unicodedata.category(piece[0])
        # What shows nothing between two marks does not part them.
        marks = marks + 1 if kind in {"Mn", "Me"} else marks if kind == "Cf" or piece in _EMPTY else 0
        if flag or (marks <= MOST_MARKS and _is_kept(piece, kept[-1] if kept else "", text[at : at + 1])):
            kept.append(piece)
    return "".join(kept)


def _is_kept(each: str, before: str, after: str) -> bool:
    """Whether a character is kept, between these two."""
    if each in _JOINERS or each in _MARKS_OF_DIRECTION:
        return _shows(before) and _shows(after) and not _is_variation(after)
    if _is_variation(each):
        return _shows(before) and not _is_variation(before)
    if each in _ISOLATES or each in {_END_OF_ISOLATE, "\n"}:
        return True
    if each in _IGNORED or (each in _BLANK and each != "\u2800"):
        return False
    return each == "\t" or unicodedata.category(each) not in {"Cc", "Cf", "Cs"}


def _shows(each: str) -> bool:
    return bool(each) and _major_category(each[-1]) in "LMNPS" and each not in _EMPTY


def _major_category(each: str) -> str:
    """The first letter of its category. What Python's Unicode does not know yet is a symbol: mostly, a newer emoji."""
    category = unicodedata.category(each)
    return "S" if category == "Cn" and not _is_noncharacter(ord(each)) else category[0]


def _is_noncharacter(code: int) -> bool:
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def _is_variation(each: str) -> bool:
    return "\ufe00" <= each <= "\ufe0f" or "\u180b" <= each <= "\u180d" or "\U000e0100" <= each <= "\U000e01ef"


def _without_open_isolates(text: str) -> str:
    """Isolates that their own line closes stay; an open one would reach beyond the text."""
    return "\n".join(map(_closed, text.split("\n")))


def _closed(line: str) -> str:
    open_at: list[int] = []
    dropped: set[int] = set()
    for at, each in enumerate(line):
        if each in _ISOLATES:
            open_at.append(at)
        elif each == _END_OF_ISOLATE:
            if open_at:
                open_at.pop()
            else:
                dropped.add(at)
    dropped.update(open_at)
    return "".join(each for at, each in enumerate(line) if at not in dropped) if dropped else line


@cache
def _confusables() -> dict[str, str]:
    lines = files(__package__).joinpath("confusables.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line and not line.startswith("#"))
    return {each: latin for latin, others in pairs for each in others}
