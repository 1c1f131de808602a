"""The content of identity's emails."""

from __future__ import annotations

from datetime import datetime

from inflow.mail import EmailContent

GOOD_FOR = "It is good for 10 minutes."


def sign_up_code(product: str, code: str) -> EmailContent:
    """To an address that signs up."""
    return EmailContent(
        product=product,
        subject=f"{code} is your {product} code",
        before=(f"Welcome to {product}. Your verification code is:",),
        code=code,
        after=(f"{GOOD_FOR} If you did not ask for it, ignore this letter: nothing happens without the code.",),
    )


def already_a_member(product: str, login_url: str) -> EmailContent:
    """To a member with whose address a visitor, probably the member, signs up again."""
    return EmailContent(
        product=product,
        subject=f"You already have an account on {product}",
        before=(f"Somebody tried to sign up for {product} with this address, but you already have an account.",),
        link=("Log in", login_url),
        after=("If it was not you, ignore this letter: nothing has changed.",),
    )


def reset_code(product: str, code: str, link: str) -> EmailContent:
    """To a member for whose address a visitor asked for a new password."""
    return EmailContent(
        product=product,
        subject=f"{code} resets your {product} password",
        before=("To choose a new password, enter this code where you asked for it:",),
        code=code,
        link=("Choose a new password", link),
        after=(
            "The code works for 10 minutes. The link works in any browser, for 24 hours. If you did not ask for this "
            "email, ignore it and give neither to anyone: your password stays as it is.",
        ),
    )


def password_changed(product: str, reset_url: str, when: datetime) -> EmailContent:
    """To a member whose password was changed."""
    return EmailContent(
        product=product,
        subject=f"Your {product} password was changed",
        before=(
            f"The password of your account was changed on {_spell(when)}. Everybody else who was signed in to it is "
            "signed out.",
            "If it was you, there is nothing to do. If it was not, choose a new password at once:",
        ),
        link=("Reset password", reset_url),
    )


def new_sign_in(product: str, browser: str, reset_url: str, when: datetime) -> EmailContent:
    """To a member whose account was used from a new browser."""
    return EmailContent(
        product=product,
        subject=f"New sign-in to your {product} account",
        before=(
            f"Your account was opened on {_spell(when)} in a browser that is new to us: {browser}.",
            "If it was you, there is nothing to do. If it was not, somebody knows your password; choose another:",
        ),
        link=("Reset password", reset_url),
    )


def sign_in_locked(product: str, reset_url: str) -> EmailContent:
    """To a member whose account is locked for unknown browsers after too many failures."""
    return EmailContent(
        product=product,
        subject=f"Too many attempts to sign in to your {product} account",
        before=(
            "Someone typed a wrong password for your account again and again. We stopped listening to them for a "
            "while. You can still log in from browsers in which you logged in before. In another browser we may ask "
            "you to reset your password first.",
            "If it was you and you forgot your password, choose a new one:",
        ),
        link=("Reset password", reset_url),
        after=("If it was not you, there is nothing to do.",),
    )


def account_deleted(product: str) -> EmailContent:
    """To a former member, about the deletion of their account."""
    return EmailContent(
        product=product,
        subject=f"Your {product} account was deleted",
        before=(
            "Your account and everything that you posted are gone, as you asked. This is our last letter, and your "
            "address was forgotten with it.",
        ),
    )


def _spell(when: datetime) -> str:
    return f"{when:%d %B %Y} at {when:%H:%M} UTC"
