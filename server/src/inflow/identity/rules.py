"""What may be typed, in the order a person expects to be told. No I/O."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date

from inflow.profanity import Profanity
from reflow.errors import AppError

FULL_NAME_MOST = 25
USERNAME_LEAST = 3
USERNAME_MOST = 20
PASSWORD_LEAST = 8
PASSWORD_MOST_BYTES = 1_024
EMAIL_MOST = 254
AGE_LEAST = 15
AGE_MOST = 130
SHORTEST_TELLTALE = 4
INAPPROPRIATE = "Inappropriate language detected. Please revise your input."

ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
USERNAME = re.compile(r"[a-z0-9_]+")
LEET = str.maketrans("0134578@$!", "oieastbasi")
# The first words of every list of stolen passwords; with a capital and a digit they would pass the other rules.
COMMON = frozenset(
    "password passwort qwerty qwertyui qwertyuiop qwertz letmein welcome iloveyou admin administrator abc abcd abcdef "
    "abcdefgh abcdefg monkey dragon sunshine princess football baseball superman trustnoone changeme secret".split()
)

# In this order: most of them claim to be others as well.
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


@dataclass(frozen=True, slots=True)
class SignUp:
    """A sign-up that keeps the rules: the address and the username in lower case, the name with single spaces."""

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
) -> SignUp:
    """The sign-up form, made uniform.

    Raises:
        AppError: ``invalid``, about the first field that breaks a rule.
    """
    typed = {"email": email, "fullName": full_name, "username": username, "password": password}
    for field, value in {**typed, "dateOfBirth": date_of_birth}.items():
        if not value.strip():
            raise _invalid("Please fill in all fields", field)
    if not terms_accepted:
        raise _invalid("Please accept the terms and conditions", "termsAccepted")
    kept_email = check_email(email)
    kept_name = check_full_name(full_name, profanity)
    kept_username = check_username(username, profanity)
    check_password(password, telltales=telltales_of(kept_username, kept_email, product))
    return SignUp(kept_email, kept_name, kept_username, password, check_date_of_birth(date_of_birth, today))


def check_email(email: str) -> str:
    """The address in lower case: two spellings of one mailbox are one member."""
    kept = email.strip().lower()
    if len(kept) > EMAIL_MOST or not ADDRESS.fullmatch(kept) or kept.index("@") > 64:
        raise _invalid("Please enter a valid email address", "email")
    return kept


def check_full_name(full_name: str, profanity: Profanity | None = None) -> str:
    """First and last name, letters of any script."""
    typed = unicodedata.normalize("NFC", full_name)
    if " " not in typed:
        raise _invalid("Please enter both first and last name separated by a space", "fullName")
    if len(typed.split()) < 2:
        raise _invalid("Please enter both first and last name", "fullName")
    # Marks are part of letters in many scripts; they come after the letter that they belong to.
    if not all(letter == " " or unicodedata.category(letter)[0] in "LM" for letter in typed):
        raise _invalid("Names can only contain letters and spaces", "fullName")
    kept = " ".join(typed.split())
    if len(kept) > FULL_NAME_MOST:
        raise _invalid(f"Full name must be {FULL_NAME_MOST} characters or less", "fullName")
    if (profanity or Profanity.english()).in_full_name(kept):
        raise _invalid(INAPPROPRIATE, "fullName")
    return kept


def check_username(username: str, profanity: Profanity | None = None) -> str:
    """The username in lower case."""
    kept = username.strip().lower()
    if len(kept) < USERNAME_LEAST:
        raise _invalid(f"Username must be at least {USERNAME_LEAST} characters long", "username")
    if not USERNAME.fullmatch(kept):
        raise _invalid("Username can only contain letters, numbers, and underscores", "username")
    if len(kept) > USERNAME_MOST:
        raise _invalid(f"Username must be {USERNAME_MOST} characters or less", "username")
    if (profanity or Profanity.english()).in_username(kept):
        raise _invalid(INAPPROPRIATE, "username")
    return kept


def check_password(password: str, *, telltales: tuple[str, ...], field: str = "password") -> None:
    """The password, by the specification's rule, and not made of what anybody would try first.

    Args:
        password: As typed.
        telltales: Words in lower case that somebody who knows the member or the product would try.
        field: What the form calls it.
    """
    if len(password) < PASSWORD_LEAST:
        raise _invalid(f"Password must be at least {PASSWORD_LEAST} characters long", field)
    for there, what in (
        (str.isupper, "uppercase letter"),
        (str.islower, "lowercase letter"),
        (str.isdecimal, "number"),
    ):
        if not any(there(letter) for letter in password):
            raise _invalid(f"Password must contain at least one {what}", field)
    if len(password.encode(errors="replace")) > PASSWORD_MOST_BYTES:
        raise _invalid(f"Password must be {PASSWORD_MOST_BYTES} bytes or less", field)
    if _is_guessable(password, telltales):
        raise _invalid("Please choose a password that is harder to guess", field)


def telltales_of(username: str, email: str, product: str) -> tuple[str, ...]:
    """What somebody who knows the member or the product would try as a password."""
    return username, email.partition("@")[0], product.casefold()


def check_date_of_birth(date_of_birth: str, today: date) -> date:
    """The day, of somebody who is old enough."""
    try:
        born = date.fromisoformat(date_of_birth.strip())
    except ValueError:
        raise _invalid("Please enter a valid date of birth", "dateOfBirth") from None
    age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
    if born > today or age > AGE_MOST:
        raise _invalid("Please enter a valid date of birth", "dateOfBirth")
    if age < AGE_LEAST:
        raise _invalid(f"You must be at least {AGE_LEAST} years old to sign up", "dateOfBirth")
    return born


def browser_named(user_agent: str) -> str:
    """What a person calls their browser, such as ``Firefox on Linux``; at most 40 characters, none of them theirs."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "Unknown browser")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser


def _is_guessable(password: str, telltales: tuple[str, ...]) -> bool:
    whole, reduced = password.casefold(), _reduced(password)
    if reduced in COMMON or whole.rstrip("0123456789!?._-") in COMMON:
        return True
    # A short name is part of too many words ("ali" of "australia"); with nothing but digits behind it it is refused.
    return any(
        form in (whole, reduced) or (len(form) >= SHORTEST_TELLTALE and (form in whole or form in reduced))
        for telltale in telltales
        for form in (telltale, _reduced(telltale))
    )


def _reduced(text: str) -> str:
    """What is left of a word once its usual disguises are taken off: capitals, leetspeak, digits at the end."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return plain.rstrip("0123456789!?._-").translate(LEET) or plain


def _invalid(message: str, field: str) -> AppError:
    return AppError("invalid", message, field=field)
