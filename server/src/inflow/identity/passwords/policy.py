"""The password policy: a minimum length, kinds of characters, and no password that is easily guessed. No I/O.

Guessable passwords are recognised in disguise. None of the thirty thousand most used passwords has a capital and a
digit, but `P4ssw0rd1` is one of them in disguise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from zxcvbn.frequency_lists import FREQUENCY_LISTS  # type: ignore[import-untyped]  # it comes without types

from reflow import AppError

PASSWORD_MOST_BYTES = 1_024
SHORTEST_TELLTALE = 4
SHORTEST_LISTED = 3

# In addition to the list: leaked lists contain these with suffixes, which are stripped here.
ALSO_COMMON = frozenset(
    "abc pass passw pwd admin administrator login root user welcome willkommen passwort motdepasse".split()
)
COMMON_PASSWORDS = ALSO_COMMON | {word for word in FREQUENCY_LISTS["passwords"] if len(word) >= SHORTEST_LISTED}
# Sequences on keyboards and in the alphabet, in both directions and repeated.
KEYBOARD_WALKS = tuple(
    walk
    for line in (
        "01234567890123456789012345",
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
        "qwertyuiopasdfghjklzxcvbnmqwertyuiopasdfghjklzxcvbnm",
        "qwertzuiopasdfghjklyxcvbnmqwertzuiopasdfghjklyxcvbnm",
        "azertyuiopqsdfghjklmwxcvbnazertyuiopqsdfghjklmwxcvbn",
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
        "1q2w3e4r5t6y7u8i9o0p",
    )
    for walk in (line, line[::-1])
)
# The letters that digits and signs stand for; 1, ! and | have two readings.
LEET = (str.maketrans("0134578@$!|+", "oieastbasiit"), str.maketrans("0134578@$!|+", "oleastbasllt"))

_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class PasswordPolicy:
    """The requirements of passwords.

    Attributes:
        name: The value of the operator's setting.
        least: The minimum length in characters.
        is_mixed: Whether a password needs an uppercase letter, a lowercase letter and a number.
    """

    name: str
    least: int
    is_mixed: bool


SPEC = PasswordPolicy("spec", 8, is_mixed=True)
MODERN = PasswordPolicy("modern", 15, is_mixed=False)
POLICIES = {policy.name: policy for policy in (SPEC, MODERN)}


def check_password(password: str, policy: PasswordPolicy, *, telltales: Iterable[str], field: str = "password") -> None:
    """Prove that a password satisfies the policy.

    Args:
        password: As typed.
        policy: The deployment's.
        telltales: Words that an acquaintance of the member would try; see :func:`telltales_of`.
        field: The field's name in the form.

    Raises:
        AppError: ``invalid``, about the first rule that it breaks.
    """
    if len(password) < policy.least:
        raise _too_short(policy.least, field)
    if policy.is_mixed:
        _require_mixed(password, field)
    if len(password.encode(errors="replace")) > PASSWORD_MOST_BYTES:
        raise _invalid(f"Password must be {PASSWORD_MOST_BYTES} bytes or less", field)
    if is_guessable(password, telltales):
        raise _invalid("Please choose a password that is harder to guess", field)


def telltales_of(product: str, username: str = "", email: str = "") -> tuple[str, ...]:
    """The words that an attacker who knows the member or the product would try as a password."""
    name, _, _ = email.partition("@")
    before_tag, _, _ = name.partition("+")
    words = (product, _BETWEEN.sub("", product), username, name, before_tag)
    return tuple(dict.fromkeys(each.casefold() for each in words if each))


def is_guessable(password: str, telltales: Iterable[str]) -> bool:
    """Whether one of its readings is a common password, also repeated, or contains a telltale."""
    forms = _readings(password)
    units = forms | {unit for form in forms if (unit := _repeated_unit(form))}
    if any(unit in COMMON_PASSWORDS or (len(unit) < SHORTEST_TELLTALE and unit not in forms) for unit in units):
        return True
    if any(len(form) > SHORTEST_LISTED and form in walk for form in forms for walk in KEYBOARD_WALKS):
        return True
    return any(_contains_telltale(telltale, forms) for telltale in telltales)


def _contains_telltale(telltale: str, forms: set[str]) -> bool:
    """A short telltale is part of too many words ("ali" of "australia"): it counts only as the whole password."""
    return any(
        same in forms or (len(same) >= SHORTEST_TELLTALE and any(same in form for form in forms))
        for same in _readings(telltale)
    )


def _readings(text: str) -> set[str]:
    """The readings of a text: in lower case, with leetspeak resolved, without separators, prefixes and suffixes."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    first, end = _letter_bounds(plain)
    bare = plain[:end]
    shapes = {plain, bare, plain[first:end], _BETWEEN.sub("", plain), _BETWEEN.sub("", bare)}
    shapes |= {shape.translate(read) for shape in shapes for read in LEET}
    return {shape for shape in shapes if shape}


def _letter_bounds(text: str) -> tuple[int, int]:
    """The index of the first letter, and the end of the last."""
    places = [place for place, letter in enumerate(text) if letter.isalpha()]
    return (places[0], places[-1] + 1) if places else (0, 0)


def _repeated_unit(form: str) -> str | None:
    """The unit of which the text is a repetition, if any."""
    again = (form + form).find(form, 1)
    return form[:again] if again < len(form) else None


def _require_mixed(password: str, field: str) -> None:
    for there, refusal in (
        (str.isupper, _invalid("Password must contain at least one uppercase letter", field)),
        (str.islower, _invalid("Password must contain at least one lowercase letter", field)),
        (str.isdecimal, _invalid("Password must contain at least one number", field)),
    ):
        if not any(there(letter) for letter in password):
            raise refusal


def _too_short(least: int, field: str) -> AppError:
    template = "Password must be at least {count} characters long"
    return AppError("invalid", template.format(count=least), field=field, template=template, params={"count": least})


def _invalid(message: str, field: str) -> AppError:
    return AppError("invalid", message, field=field)
