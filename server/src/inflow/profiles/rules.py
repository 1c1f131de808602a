"""What may be on a profile, and how members are found by their names."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final

from msgspec import Meta

QUOTE_MAX: Final = 100
PICTURE_MOST_BYTES: Final = 5 * 1024 * 1024

Quote = Annotated[str, Meta(max_length=1000)]
SearchText = Annotated[str, Meta(max_length=100)]

_INITIALS: Final = 1024


def folded(text: str) -> str:
    """The text as it is compared: without capitals, accents and needless spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(each for each in apart if not unicodedata.combining(each)).split())


def spelled(username: str, full_name: str) -> list[str]:
    """What a member is found by when somebody types its beginning.

    The username, the full name, and what is left of it after its first words: `ann doe` finds Mary Ann Doe.
    """
    words = folded(full_name).split()
    return list(dict.fromkeys([username, *(" ".join(words[at:]) for at in range(len(words)))]))


def initial(word: str) -> int:
    """The number under which a word is looked up: its first letter's, more or less."""
    return ord(word[0]) % _INITIALS


def just_behind(beginning: str) -> str:
    """The first text, in byte order, behind all that begin like this."""
    return beginning + chr(0x10FFFF)
