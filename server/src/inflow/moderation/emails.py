"""The content of emails about measures, in the language of the account.

They contain what the EU's Digital Services Act (Article 17) asks a statement of reasons to contain.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from inflow.identity.emails import ENGLISH, LANGUAGES
from inflow.identity.sign_up.applications import REFUSED_KEPT
from inflow.mail import EmailContent
from inflow.moderation.rules import WITHOUT_REPORT, ReviewState
from reflow import Row


def _catalogue(language: str) -> dict[str, str]:
    source = files("inflow.moderation").joinpath("locales", f"{language}.json")
    found: dict[str, str] = json.loads(source.read_text(encoding="utf-8"))
    return found


_CATALOGUES: Final = {language: _catalogue(language) for language in LANGUAGES}


class ModerationEmails:
    """The emails of one deployment.

    Args:
        product: The product's name.
    """

    def __init__(self, product: str) -> None:
        self._product = product

    def measure(self, language: str, row: Row, appeal_url: str) -> EmailContent:
        """To the member concerned, about a measure: a row with its kind, reason, facts, end, and what it is about."""
        until = "" if row.until is None else f"{row.until:%Y-%m-%d %H:%M} UTC"
        before = [self._say(language, row.kind, about=self._about(language, row), until=until)]
        before.append(self._say(language, "reason", reason=self._say(language, f"reason.{row.reason}")))
        if row.facts:
            before.append(self._say(language, "facts", facts=row.facts))
        before.append(self._say(language, f"person.{row.about}" if row.about in WITHOUT_REPORT else "person"))
        link = (self._say(language, "appeal"), appeal_url)
        after = self._say(language, "appealAfter")
        return self._email(language, self._say(language, "subject"), before, link=link, after=(after,))

    def reversal(self, language: str, row: Row) -> EmailContent:
        """To the member concerned, about a measure that was taken back."""
        before = [self._say(language, "reversal", about=self._about(language, row))]
        if row.reversal:
            before.append(self._say(language, "facts", facts=row.reversal))
        return self._email(language, self._say(language, "reversal.subject"), before)

    def appeal_refused(self, language: str, row: Row) -> EmailContent:
        """To the member concerned, about an appeal that changed nothing."""
        before = [self._say(language, "refused", about=self._about(language, row))]
        if row.answer:
            before.append(self._say(language, "facts", facts=row.answer))
        return self._email(language, self._say(language, "refused.subject"), before)

    def review(self, language: str, state: ReviewState) -> EmailContent:
        """To a member who asked for a look at a refused photo: it is allowed, or stays refused."""
        return self._email(language, self._say(language, "review.subject"), [self._say(language, f"review.{state}")])

    def approved(self, language: str, url: str) -> EmailContent:
        """To an applicant who may join."""
        before = [self._say(language, "approved")]
        link = (self._say(language, "approved.link"), url)
        return self._email(language, self._say(language, "approved.subject"), before, link=link)

    def not_approved(self, language: str, answer: str) -> EmailContent:
        """To an applicant who may not join, with the moderator's words."""
        before = [self._say(language, "notApproved")]
        if answer:
            before.append(self._say(language, "facts", facts=answer))
        before.append(self._say(language, "notApproved.erased", days=str(REFUSED_KEPT.days)))
        return self._email(language, self._say(language, "notApproved.subject"), before)

    def _about(self, language: str, row: Row) -> str:
        return self._say(language, f"about.{row.about}")

    def _say(self, language: str, name: str, **values: str) -> str:
        known = language if language in _CATALOGUES else ENGLISH
        return _CATALOGUES[known][name].format(product=self._product, **values)

    def _email(
        self,
        language: str,
        subject: str,
        before: list[str],
        *,
        link: tuple[str, str] | None = None,
        after: tuple[str, ...] = (),
    ) -> EmailContent:
        known = language if language in _CATALOGUES else ENGLISH
        return EmailContent(
            product=self._product, language=known, subject=subject, before=tuple(before), link=link, after=after
        )
