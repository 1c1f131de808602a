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

    def second_step_added(self, language: str, name: str, reset_url: str, when: datetime) -> EmailContent:
        """To a member who added a passkey of this name, or an authenticator app."""
        return self._second_step("Added", language, name, reset_url, when)

    def second_step_removed(self, language: str, name: str, reset_url: str, when: datetime) -> EmailContent:
        """To a member who removed one."""
        return self._second_step("Removed", language, name, reset_url, when)

    def second_steps_removed(self, language: str, reset_url: str, when: datetime) -> EmailContent:
        """To a member whose second steps an operator removed."""
        say = self._sentences(language)
        return say.email(
            subject=say("secondStepRemoved.subject"),
            before=(say("secondStepsRemoved.before", when=_spell(when)), say("secondStep.after")),
            link=(say("resetPassword"), reset_url),
        )

    def recovery_code_used(self, language: str, left: int, reset_url: str, when: datetime) -> EmailContent:
        """To a member whose account was opened with a recovery code."""
        say = self._sentences(language)
        return say.email(
            subject=say("recoveryCodeUsed.subject"),
            before=(say("recoveryCodeUsed.before", when=_spell(when), left=str(left)), say("secondStep.after")),
            link=(say("resetPassword"), reset_url),
        )

    def second_step_guessed(self, language: str, reset_url: str) -> EmailContent:
        """To a member whose password is known to a visitor that guesses the codes of their app."""
        say = self._sentences(language)
        return say.email(
            subject=say("secondStepGuessed.subject"),
            before=(say("secondStepGuessed.before"),),
            link=(say("resetPassword"), reset_url),
        )

    def _second_step(self, what: str, language: str, name: str, reset_url: str, when: datetime) -> EmailContent:
        say = self._sentences(language)
        kind = say("passkey", passkey=name) if name else say("authenticator")
        return say.email(
            subject=say(f"secondStep{what}.subject"),
            before=(say(f"secondStep{what}.before", when=_spell(when), kind=kind), say("secondStep.after")),
            link=(say("resetPassword"), reset_url),
        )

    def email_change_code(self, language: str, code: str, email: str) -> EmailContent:
        """To the present and to the new address of a member who changes it."""
        say = self._sentences(language)
        return say.email(
            subject=say("emailChangeCode.subject", code=code),
            before=(say("emailChangeCode.before", email=email),),
            code=code,
            after=(f"{say('goodFor')} {say('emailChangeCode.after')}",),
        )

    def email_changed(self, language: str, email: str, undo_link: str, when: datetime) -> EmailContent:
        """To the former address of a member who changed it."""
        say = self._sentences(language)
        return say.email(
            subject=say("emailChanged.subject"),
            before=(say("emailChanged.before", email=email, when=_spell(when)), say("emailChanged.after")),
            link=(say("emailChanged.link"), undo_link),
        )

    def email_change_undone(self, language: str, reset_url: str, when: datetime) -> EmailContent:
        """To an address that an account got back."""
        say = self._sentences(language)
        return say.email(
            subject=say("emailChangeUndone.subject"),
            before=(say("emailChangeUndone.before", when=_spell(when)),),
            link=(say("resetPassword"), reset_url),
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
