"""Validation of the sign-up form, in the order of its fields. No I/O."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date

from inflow.core.text import has_invisible, without_joiners_in_words
from inflow.identity.passwords.policy import SPEC, PasswordPolicy, check_password, telltales_of
from inflow.identity.sign_up.reserved_names import is_reserved_full_name, is_reserved_username
from inflow.profanity import Profanity
from reflow import AppError

FULL_NAME_MOST = 25
USERNAME_LEAST = 3
USERNAME_MOST = 20
EMAIL_MOST = 254
AGE_LEAST = 15
AGE_MOST = 130
TERMS_VERSION = "1"
"""Of the terms in the sign-up form, which are the same in every deployment. A new text needs a new version."""
INAPPROPRIATE = "Inappropriate language detected. Please revise your input."

ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
USERNAME = re.compile(r"[a-z0-9_]+")

# The order matters: most of these also name other browsers.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


class TooYoung(AppError):
    """The visitor is too young. Their browser is refused for a day, so that editing the date does not help."""

    def __init__(self) -> None:
        super().__init__("invalid", f"You must be at least {AGE_LEAST} years old to sign up", field="dateOfBirth")


@dataclass(frozen=True, slots=True)
class SignUp:
    """A valid form: the address and the username in lower case, the name with single spaces."""

    email: str
    full_name: str
    username: str
    password: str
    date_of_birth: date


def check_sign_up(
    *,
    email: str,
    full_name: str,
    username: str,
    password: str,
    date_of_birth: str,
    terms_accepted: bool,
    today: date,
    product: str,
    profanity: Profanity,
    policy: PasswordPolicy = SPEC,
) -> SignUp:
    """Validate and normalise the sign-up form.

    Raises:
        AppError: ``invalid``, about the first field that breaks a rule; ``conflict``, a reserved username.
    """
    typed = {"email": email, "fullName": full_name, "username": username, "password": password}
    for field, value in {**typed, "dateOfBirth": date_of_birth}.items():
        if not value.strip():
            raise _invalid("Please fill in all fields", field)
    if not terms_accepted:
        raise _invalid("Please accept the terms and conditions", "termsAccepted")
    kept_email = check_email(email)
    kept_name = check_full_name(full_name, profanity, product)
    kept_username = check_username(username, profanity, product)
    check_password(password, policy, telltales=telltales_of(product, kept_username, kept_email))
    return SignUp(kept_email, kept_name, kept_username, password, check_date_of_birth(date_of_birth, today))


def check_email(email: str) -> str:
    """The address in lower case, so that two spellings of a mailbox are one member."""
    kept = email.strip().lower()
    if len(kept) > EMAIL_MOST or not ADDRESS.fullmatch(kept) or kept.index("@") > 64:
        raise _invalid("Please enter a valid email address", "email")
    return kept


def check_full_name(full_name: str, profanity: Profanity | None = None, product: str = "") -> str:
    """First and last name in letters of any script. Names that claim authority are refused, also in look-alikes."""
    typed = unicodedata.normalize("NFC", full_name)
    if " " not in typed:
        raise _invalid("Please enter both first and last name separated by a space", "fullName")
    if len(typed.split()) < 2:
        raise _invalid("Please enter both first and last name", "fullName")
    if not _are_letters(typed):
        raise _invalid("Names can only contain letters and spaces", "fullName")
    kept = " ".join(typed.split())
    if len(kept) > FULL_NAME_MOST:
        raise _invalid(f"Full name must be {FULL_NAME_MOST} characters or less", "fullName")
    if is_reserved_full_name(kept, product) or (profanity or Profanity.english()).in_full_name(kept):
        raise _invalid(INAPPROPRIATE, "fullName")
    return kept


def _are_letters(typed: str) -> bool:
    """Whether the text has only visible letters, and spaces.

    In many scripts, marks are part of letters; they follow their letter.
    """
    words = without_joiners_in_words(typed).split()
    kinds = [(word[0], {unicodedata.category(each)[0] for each in word}) for word in words]
    starts = all(unicodedata.category(first)[0] == "L" and kind <= {"L", "M"} for first, kind in kinds)
    return starts and "".join(typed.split(" ")) == "".join(typed.split()) and not has_invisible(typed)


def check_username(username: str, profanity: Profanity | None = None, product: str = "") -> str:
    """The username in lower case.

    Raises:
        AppError: ``invalid``; ``conflict`` for a reserved name, as for a taken one.
    """
    kept = username.strip().lower()
    if len(kept) < USERNAME_LEAST:
        raise _invalid(f"Username must be at least {USERNAME_LEAST} characters long", "username")
    if not USERNAME.fullmatch(kept):
        raise _invalid("Username can only contain letters, numbers, and underscores", "username")
    if len(kept) > USERNAME_MOST:
        raise _invalid(f"Username must be {USERNAME_MOST} characters or less", "username")
    if is_reserved_username(kept, product):
        raise username_taken()
    if (profanity or Profanity.english()).in_username(kept):
        raise _invalid(INAPPROPRIATE, "username")
    return kept


def check_date_of_birth(date_of_birth: str, today: date) -> date:
    """The date of birth of a person above the minimum age."""
    try:
        born = date.fromisoformat(date_of_birth.strip())
    except ValueError:
        raise _invalid("Please enter a valid date of birth", "dateOfBirth") from None
    age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
    if born > today or age > AGE_MOST:
        raise _invalid("Please enter a valid date of birth", "dateOfBirth")
    if age < AGE_LEAST:
        raise TooYoung
    return born


def browser_named(user_agent: str) -> str:
    """The browser's usual name, such as ``Firefox on Linux``; at most 40 characters, none copied from the header."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "Unknown browser")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser


def username_taken() -> AppError:
    """The refusal of a taken or reserved username. Usernames are public, so the response may tell."""
    return AppError("conflict", "That username is taken. Please choose another.", field="username")


def _invalid(message: str, field: str) -> AppError:
    return AppError("invalid", message, field=field)
