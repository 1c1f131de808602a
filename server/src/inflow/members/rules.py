"""Facts of every member: ids, the limits of names, the choice of a nook, and the words that members are found by."""

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

# A word is looked up under a number: of its first letter, or of its first three where it begins inside a name.
_NUMBERS: Final = 1024
INSIDE_FROM: Final = 3
"""Letters. Shorter texts find names by their beginnings only."""
FIRST_INSIDE: Final = 100
"""The place of a member's first word that begins inside a name; beginnings have the places before."""
WORDS_VERSION: Final = 2
"""Which version of these rules search words are made by. Rows of an older one are made anew after an update."""
_JOINERS: Final = {0x200C: None, 0x200D: None}


class SearchWord(NamedTuple):
    """What a member is found by: a piece of a name, with the rest of that name behind it."""

    place: int
    initial: int
    word: str


def folded(text: str) -> str:
    """The text as it is compared: without capitals, accents, joiners and needless spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_JOINERS)
    return " ".join("".join(each for each in apart if not unicodedata.combining(each)).split())


def searched(text: str) -> str:
    """The text to look names up by: folded, without the @ that members sometimes write before a username."""
    return folded(text).lstrip("@")


def search_words(username: str, full_name: str) -> list[SearchWord]:
    """What a member is found by: the beginnings of their names first, the username's at place 0, and then the rest."""
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
    """A name from each of its words on: `ann doe` finds Mary Ann Doe, and `emil` finds sunny_emil."""
    words = name.split(between)
    return [between.join(words[at:]) for at in range(len(words)) if words[at]]


def _inside(name: str) -> list[str]:
    """A name from each letter inside its first word on, where at least three letters of that word are left."""
    first, *_ = name.split(" ")
    return [name[at:] for at in range(1, len(first) - INSIDE_FROM + 1)]


def initial(word: str) -> int:
    """The number under which a beginning is looked up: its first letter's, more or less."""
    return ord(word[0]) % _NUMBERS


def inner(word: str) -> int:
    """The number under which a piece from inside a name is looked up: its first three letters', more or less."""
    one, two, three = (ord(letter) for letter in word[:INSIDE_FROM])
    return _NUMBERS + (961 * one + 31 * two + three) % _NUMBERS


def numbers_of(text: str) -> list[int]:
    """Under which numbers words are looked up that begin with this text, those of beginnings first."""
    if not text:
        return []
    return [initial(text), *([inner(text)] if len(text) >= INSIDE_FROM else [])]


def just_behind(beginning: str) -> str:
    """The first text, in byte order, behind all that begin like this."""
    return beginning + chr(0x10FFFF)
