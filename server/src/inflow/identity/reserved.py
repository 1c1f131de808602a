"""Usernames that nobody gets: those that would speak for the product, and those that are places of it.

A name that speaks for the product is refused in every disguise (``adm1n``, ``official_inflow``, ``support_team_2``),
since it is made to be believed. A place (``settings``, ``api``) is refused as it is and with underscores: nobody
believes ``sphere99``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import product as every_pair

SPEAKS = frozenset(
    "abuse admin admins administration administrator billing ceo compliance contact copyright dmca "
    "feedback founder help helpdesk hostmaster info legal mailer mod moderation moderator moderators mods noreply "
    "notification notifications official operator owner payments postmaster press privacy root safety security staff "
    "superuser support sysadmin sysop system verification verified webmaster".split()
)
BESIDE = frozenset(
    "account accounts app bot care center centre crew customer desk hq me my news service services team the we".split()
)
"""What may stand beside those words and says nothing by itself."""

PLACES = frozenset(
    # The first segments of all addresses, with those that a server has by custom.
    "api assets auth convex dev docs favicon ftp healthz imap index login logout mail media pop register robots "
    "session signin signout signup sitemap smtp static status test uploads web wellknown wire ws www "
    "create cue curators find flicks getstarted gridcreation homefeed intexted landing nooks post preview profile "
    "resetpassword settings sphere welcome "
    # The product's words for things and people.
    "aura comment comments conversation conversations curator edge flick foto fotos grid grids inbox member members "
    "message messages nook post posts randomized lifestyle scenic syncflow syncflows syncs user users "
    # What screens say where there is nobody, and what programs say where there is nothing.
    "all anon anonymous blocked deleted deletedmember deleteduser everybody everyone former guest here false nan nil "
    "nobody none null someone true undefined unknown void you yourself".split()
)

_SIGNS = str.maketrans("03456789", "oeasgtbg")  # the digit 1 is read as either of two letters
_ONE_IS = ("i", "l")
_END = re.compile(r"[0-9]+$")


def is_reserved(username: str, product: str) -> bool:
    """Whether nobody may have this name.

    Args:
        username: In lower case, letters, digits and underscores.
        product: What the product calls itself.
    """
    speaking = SPEAKS | {_letters_of(product)} - {""}
    plain = username.replace("_", "")
    return plain in PLACES | speaking or any(_is_made_of(reading, speaking) for reading in _readings(plain))


def _readings(plain: str) -> set[str]:
    """What the name may be read as: digits at its end are no part of it, others may stand for letters."""
    bare = _END.sub("", plain)
    return {each.translate(_SIGNS).replace("1", one) for each, one in every_pair((plain, bare), _ONE_IS)}


def _is_made_of(letters: str, speaking: frozenset[str]) -> bool:
    """Whether these are words that speak for the product and words beside them, at least one of the former."""

    @cache
    def made(at: int, spoken: bool) -> bool:
        if at == len(letters):
            return spoken
        ends = range(at + 2, len(letters) + 1)
        return any(
            (word in speaking or word in BESIDE) and made(end, spoken or word in speaking)
            for end in ends
            if (word := letters[at:end])
        )

    return made(0, False)


def _letters_of(name: str) -> str:
    """The name as far as a username could spell it."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())
