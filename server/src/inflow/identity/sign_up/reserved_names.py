"""Names that no member gets: those that claim authority, and those that the product itself uses.

A name that claims authority is refused in every disguise (``adm1n``, ``official_inflow``, ``support_team_2``), because
it deceives members. A word of the product (``settings``, ``api``) is refused only as it is and with underscores:
``sphere99`` deceives no member.

Full names have spaces and letters of any script. They are compared by appearance: ``Admin Team``, and the same in
Cyrillic or full-width letters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import product as every_pair

from inflow.core.text import skeletons
from inflow.profanity.folding import fold

AUTHORITY_WORDS = frozenset(
    "abuse admin admins administration administrator billing ceo compliance contact copyright dmca "
    "feedback founder help helpdesk hostmaster info legal mailer mod moderation moderator moderators mods noreply "
    "notification notifications official operator owner payments postmaster press privacy root safety security staff "
    "superuser support sysadmin sysop system verification verified webmaster".split()
)
FILLER_WORDS = frozenset(
    "account accounts app bot care center centre crew customer desk hq me my news service services team the we".split()
)
"""Words that may accompany those and are allowed by themselves."""


class ProductName(str):
    """The product's name, for calls that check names."""

    __slots__ = ()


RESERVED_WORDS = frozenset(
    # The first segments of all URLs, with customary ones.
    "api assets auth convex dev docs favicon ftp healthz imap index livez login logout mail media metrics pop readyz "
    "register robots session signin signout signup sitemap smtp static status test uploads web wellknown wire ws www "
    "create cue curators find flicks getstarted gridcreation homefeed intexted landing nooks post preview profile "
    "about appeal archive drafts resetpassword saved settings sphere undoemailchange welcome "
    # The product's nouns.
    "aura comment comments conversation conversations curator edge flick foto fotos grid grids inbox member members "
    "message messages nook post posts randomized lifestyle scenic syncflow syncflows syncs user users "
    # Words for missing members on screens, and for missing values in programs.
    "all anon anonymous blocked deleted deletedmember deleteduser everybody everyone former guest here false nan nil "
    "nobody none null someone true undefined unknown void you yourself".split()
)

REFUSED_IN_FULL_NAMES = frozenset(
    "admin admins administrator administration moderator moderators moderation sysadmin superuser webmaster postmaster "
    "hostmaster helpdesk noreply support official verified".split()
)
"""Words that no full name may contain. Root, Staff and Mailer are surnames, so they are allowed."""

_SIGNS = str.maketrans("03456789", "oeasgtbg")  # the digit 1 is read as either of two letters
_ONE_IS = ("i", "l")
_END = re.compile(r"[0-9]+$")


def is_reserved_username(username: str, product: str) -> bool:
    """Whether this username is refused to all members.

    Args:
        username: In lower case, letters, digits and underscores.
        product: The product's name.
    """
    speaking = AUTHORITY_WORDS | {_letters_of(product)} - {""}
    plain = username.replace("_", "")
    return plain in RESERVED_WORDS | speaking or any(
        _claims_authority(reading, speaking) for reading in _readings(plain)
    )


def is_reserved_full_name(full_name: str, product: str) -> bool:
    """Whether this full name is refused to all members.

    Args:
        full_name: Words separated by spaces, in any script.
        product: The product's name.
    """
    ours = _letters_of(product)
    speaking = AUTHORITY_WORDS | {ours} - {""}
    alone = _alike(frozenset(REFUSED_IN_FULL_NAMES | {ours} - {""}))
    words = [skeletons(word) for word in full_name.split()]
    if any(word & alone for word in words):
        return True
    whole = skeletons(full_name) | skeletons(fold(full_name))
    return bool(whole & _alike(RESERVED_WORDS)) or any(
        _claims_authority(each, speaking | FILLER_WORDS) for each in whole
    )


def _readings(plain: str) -> set[str]:
    """The readings of a name: without digits at its end, and with the others read as letters."""
    bare = _END.sub("", plain)
    return {each.translate(_SIGNS).replace("1", one) for each, one in every_pair((plain, bare), _ONE_IS)}


def _claims_authority(text: str, speaking: frozenset[str]) -> bool:
    return any(_is_composed_of(letters, _alike(speaking), _alike(FILLER_WORDS)) for letters in skeletons(text))


@lru_cache(maxsize=32)
def _alike(words: frozenset[str]) -> frozenset[str]:
    return frozenset().union(*map(skeletons, words))


def _is_composed_of(letters: str, speaking: frozenset[str], beside: frozenset[str]) -> bool:
    """Whether the text consists of authority words and filler words, with at least one of the former."""

    @cache
    def made(at: int, spoken: bool) -> bool:
        if at == len(letters):
            return spoken
        ends = range(at + 2, len(letters) + 1)
        return any(
            (word in speaking or word in beside) and made(end, spoken or word in speaking)
            for end in ends
            if (word := letters[at:end])
        )

    return made(0, False)


def _letters_of(name: str) -> str:
    """The letters and digits of a name that a username could contain."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())
