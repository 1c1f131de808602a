"""Which claims of a provider prefill the form, and which fields a newcomer has to fill in. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

import msgspec

from inflow.identity.rules import TooYoung, check_date_of_birth, check_email, check_full_name, check_username
from inflow.profanity import Profanity
from reflow import AppError

T = TypeVar("T")


class ClaimNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The provider's names of the claims that prefill the form; "" for a claim not to use."""

    email: str = "email"
    name: str = "name"
    username: str = "preferred_username"
    date_of_birth: str = "birthdate"


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile fields of the form. In a suggestion, a missing field is empty.

    Attributes:
        full_name: With single spaces.
        username: In lower case.
        date_of_birth: None if unknown.
    """

    full_name: str
    username: str
    date_of_birth: date | None


def suggested_profile(
    claims: Mapping[str, Any], names: ClaimNames, today: date, profanity: Profanity, product: str
) -> Profile:
    """The claims that sign-up would accept; a claim that breaks a rule counts as missing."""
    return Profile(
        _valid_or_none(lambda name: check_full_name(name, profanity, product), claims.get(names.name)) or "",
        _valid_or_none(lambda name: check_username(name, profanity, product), claims.get(names.username)) or "",
        _valid_or_none(lambda born: check_date_of_birth(born, today), claims.get(names.date_of_birth)),
    )


def is_too_young(claims: Mapping[str, Any], names: ClaimNames, today: date) -> bool:
    """Whether the provider's date of birth is below the minimum age. Typing another date must not help then."""
    claim = claims.get(names.date_of_birth)
    try:
        check_date_of_birth(claim if isinstance(claim, str) else "", today)
    except TooYoung:
        return True
    except AppError:
        return False
    return False


def proved_email(claims: Mapping[str, Any], names: ClaimNames) -> str:
    """The address in lower case if the provider verified it; empty otherwise."""
    verified = claims.get("email_verified")
    is_proved = verified is True or verified == "true"
    return (_valid_or_none(check_email, claims.get(names.email)) or "") if is_proved else ""


def missing_fields(profile: Profile) -> list[str]:
    """The fields that the newcomer has to fill in, in the form's order. The terms are always among them."""
    known = {
        "fullName": profile.full_name,
        "username": profile.username,
        "dateOfBirth": profile.date_of_birth,
        "termsAccepted": None,
    }
    return [field for field, value in known.items() if not value]


def check_profile(
    *,
    full_name: str,
    username: str,
    date_of_birth: str,
    terms_accepted: bool,
    today: date,
    product: str,
    profanity: Profanity,
) -> tuple[str, str, date]:
    """Validate and normalise full name, username and date of birth by the rules of sign-up.

    Raises:
        AppError: ``invalid``, about the first field that breaks a rule; ``conflict``, a reserved username.
    """
    for field, value in {"fullName": full_name, "username": username, "dateOfBirth": date_of_birth}.items():
        if not value.strip():
            raise AppError("invalid", "Please fill in all fields", field=field)
    if not terms_accepted:
        raise AppError("invalid", "Please accept the terms and conditions", field="termsAccepted")
    return (
        check_full_name(full_name, profanity, product),
        check_username(username, profanity, product),
        check_date_of_birth(date_of_birth, today),
    )


def _valid_or_none(check: Callable[[str], T], claim: object) -> T | None:
    if not isinstance(claim, str) or not claim.strip():
        return None
    try:
        return check(claim)
    except AppError:
        return None
