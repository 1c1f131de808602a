"""The content of identity's emails, in the language of the account."""

from __future__ import annotations

import json
from datetime import datetime
from importlib.resources import files
from typing import Any, Final

from inflow.mail import EmailContent

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")
"""The languages that emails are written in, as BCP 47 tags."""


def _catalogue(language: str) -> dict[str, str]:
    source = files("inflow.identity").joinpath("locales", f"{language}.json")
    found: dict[str, str] = json.loads(source.read_text(encoding="utf-8"))
    return found


_CATALOGUES: Final = {language: _catalogue(language) for language in LANGUAGES}


class Emails:
    """The emails of one deployment.

    Args:
        product: The product's name.
    """

    def __init__(self, product: str) -> None:
        self._product = product

    def sign_up_code(self, language: str, code: str) -> EmailContent:
        """To an address that signs up."""
        say = self._sentences(language)
        return say.email(
            subject=say("signUpCode.subject", code=code),
            before=(say("signUpCode.before"),),
            code=code,
            after=(f"{say('goodFor')} {say('signUpCode.after')}",),
        )

    def already_a_member(self, language: str, login_url: str) -> EmailContent:
        """To a member with whose address a visitor, probably the member, signs up again."""
        say = self._sentences(language)
        return say.email(
            subject=say("alreadyMember.subject"),
            before=(say("alreadyMember.before"),),
            link=(say("logIn"), login_url),
            after=(say("alreadyMember.after"),),
        )

    def reset_code(self, language: str, code: str, link: str) -> EmailContent:
        """To a member for whose address a visitor asked for a new password."""
        say = self._sentences(language)
        return say.email(
            subject=say("resetCode.subject", code=code),
            before=(say("resetCode.before"),),
            code=code,
            link=(say("resetCode.link"), link),
            after=(say("resetCode.after"),),
        )

    def password_changed(self, language: str, reset_url: str, when: datetime) -> EmailContent:
        """To a member whose password was changed."""
        say = self._sentences(language)
        return say.email(
            subject=say("passwordChanged.subject"),
            before=(say("passwordChanged.before", when=_spell(when)), say("passwordChanged.after")),
            link=(say("resetPassword"), reset_url),
        )

    def new_sign_in(self, language: str, browser: str, reset_url: str, when: datetime) -> EmailContent:
        """To a member whose account was used from a new browser."""
        say = self._sentences(language)
        return say.email(
            subject=say("newSignIn.subject"),
            before=(say("newSignIn.before", when=_spell(when), browser=browser), say("newSignIn.after")),
            link=(say("resetPassword"), reset_url),
        )

    def sign_in_locked(self, language: str, reset_url: str) -> EmailContent:
        """To a member whose account is locked for unknown browsers after too many failures."""
        say = self._sentences(language)
        return say.email(
            subject=say("signInLocked.subject"),
            before=(say("signInLocked.before"), say("signInLocked.forgot")),
            link=(say("resetPassword"), reset_url),
            after=(say("signInLocked.after"),),
        )

    def account_deleted(self, language: str) -> EmailContent:
        """To a former member, about the deletion of their account."""
        say = self._sentences(language)
        return say.email(
            subject=say("accountDeleted.subject"),
            before=(say("accountDeleted.before"),),
        )

    def _sentences(self, language: str) -> _Sentences:
        return _Sentences(language if language in _CATALOGUES else ENGLISH, self._product)


class _Sentences:
    """The sentences of one language, by their id, with their values filled in."""

    def __init__(self, language: str, product: str) -> None:
        self._language = language
        self._product = product

    def __call__(self, name: str, **values: str) -> str:
        return _CATALOGUES[self._language][name].format(product=self._product, **values)

    def email(self, subject: str, **parts: Any) -> EmailContent:
        """An email in this language; its parts are those of :class:`EmailContent`."""
        return EmailContent(product=self._product, language=self._language, subject=subject, **parts)


def _spell(when: datetime) -> str:
    """A time that every language reads alike."""
    return f"{when:%Y-%m-%d %H:%M} UTC"
