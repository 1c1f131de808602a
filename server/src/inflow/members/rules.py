"""Rules about every member: ids, limits of names, the choice of a nook, and search words."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Annotated, Final, NamedTuple, NewType

from msgspec import Meta

UserId = NewType("UserId", str)
ProfileId = NewType("ProfileId", str)

FULL_NAME_MAX: Final = 25
USERNAME_MAX: Final = 20
QUOTE_MAX: Final = 100

NOOK_NAME_MIN: Final = 3
NOOK_NAME_MAX: Final = 20

NookName = Annotated[str, Meta(max_length=NOOK_NAME_MAX)]

DEFAULT_NOOK: Final = "scenic"
NOOK_LOCK: Final = timedelta(days=7)
NOOK_LOCKED: Final = "CANNOT CHANGE NOOK FOR 7 DAYS"
NO_SUCH_NOOK: Final = "There is no such nook."

SearchText = Annotated[str, Meta(max_length=100)]

# The index finds a word by a number, made of its first letter, or of its first three if it begins inside a name.
_NUMBERS: Final = 1024
INSIDE_FROM: Final = 3
"""How many letters. Shorter texts find names by their beginnings only."""
FIRST_INSIDE: Final = 100
"""The `place` of a member's first word that begins inside a name; words that begin a name have lower places."""
WORDS_VERSION: Final = 2
"""The version of these rules that made a search word. After an update, a job renews rows of older versions."""
_JOINERS: Final = {0x200C: None, 0x200D: None}


class SearchWord(NamedTuple):
    """A word that finds a member: a piece of a name, with the rest of that name behind it."""

    place: int
    initial: int
    word: str


def folded(text: str) -> str:
    """The text in the form for comparisons: without capitals, accents, joiners and needless spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_JOINERS)
    return " ".join("".join(each for each in apart if not unicodedata.combining(each)).split())


def searched(text: str) -> str:
    """The text by which names are searched: folded, without the @ that members sometimes write before a username."""
    return folded(text).lstrip("@")


def search_words(username: str, full_name: str) -> list[SearchWord]:
    """The search words of a member: the beginnings of their names first, the username's at place 0, and then the pieces
    inside.
    """
    names = [username, *_tails(folded(full_name))]
    first = list(dict.fromkeys([*names, *_tails(username, "_")]))
    others = [
        piece for piece in dict.fromkeys(piece for name in names for piece in _inside(name)) if piece not in first
    ]
    return [
        *(SearchWord(place, initial(word), word) for place, word in enumerate(first)),
        *(SearchWord(place, inner(word), word) for place, word in enumerate(others, FIRST_INSIDE)),
    ]


def _tails(name: str, between: str = " ") -> list[str]:
    """The endings of a name that begin at a word: `ann doe` finds Mary Ann Doe, and `emil` finds sunny_emil."""
    words = name.split(between)
    return [between.join(words[at:]) for at in range(len(words)) if words[at]]


def _inside(name: str) -> list[str]:
    """The endings of a name that begin inside its first word, where at least three letters of that word are left."""
    first, *_ = name.split(" ")
    return [name[at:] for at in range(1, len(first) - INSIDE_FROM + 1)]


def initial(word: str) -> int:
    """The number of a beginning: its first letter's code, modulo `_NUMBERS`."""
    return ord(word[0]) % _NUMBERS


def inner(word: str) -> int:
    """The number of a piece inside a name: a hash of its first three letters."""
    one, two, three = (ord(letter) for letter in word[:INSIDE_FROM])
    return _NUMBERS + (961 * one + 31 * two + three) % _NUMBERS


def numbers_of(text: str) -> list[int]:
    """The numbers of words that begin with this text, that of beginnings first."""
    if not text:
        return []
    return [initial(text), *([inner(text)] if len(text) >= INSIDE_FROM else [])]


def just_behind(beginning: str) -> str:
    """The first text, in byte order, after all texts with this beginning."""
    return beginning + chr(0x10FFFF)
