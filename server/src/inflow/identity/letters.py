"""The words of identity's letters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Subject and text of a letter."""

    subject: str
    text: str


def sign_up_code(product: str, code: str) -> Words:
    """To somebody who signs up."""
    return Words(
        f"{code} is your {product} code",
        f"Welcome to {product}.\n\nYour verification code is {code}\n\nIt is good for 10 minutes. "
        "If you did not ask for it, you can ignore this letter: nothing happens without the code.\n",
    )


def already_a_member(product: str, login_url: str) -> Words:
    """To a member whose address somebody, likely they themselves, signs up with again."""
    return Words(
        f"You already have an account on {product}",
        f"Somebody just tried to sign up for {product} with this address, but you already have an account.\n\n"
        f"If it was you, log in here: {login_url}\n\n"
        "If it was not, you can ignore this letter: nothing has changed.\n",
    )
