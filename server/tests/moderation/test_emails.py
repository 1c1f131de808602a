"""The email about a measure: its reason, rule and facts, that a person decided, and how to appeal."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from inflow.moderation.emails import ModerationEmails
from inflow.moderation.rules import TIMED, MeasureKind

URL = "https://inflow.example/appeal#token"

WHAT: dict[str, dict[MeasureKind, str]] = {
    "en": {
        "warn": "Moderators looked at a comment of yours and ask you to keep to the community rules.",
        "remove": "Moderators removed a comment of yours.",
        "unlist": "Moderators took a comment of yours off the walls.",
        "restrict": "Until 2026-06-30 12:00 UTC you can't post",
        "suspend": "suspended your account until 2026-06-30 12:00 UTC",
        "ban": "suspended your account without an end",
    },
    "de": {
        "warn": "Die Moderation hat sich einen Kommentar von dir angesehen und bittet dich, die Regeln",
        "remove": "Die Moderation hat etwas von dir entfernt: einen Kommentar von dir.",
        "unlist": "Die Moderation hat etwas von dir von den Wänden genommen: einen Kommentar von dir.",
        "restrict": "Bis 2026-06-30 12:00 UTC kannst du nichts posten",
        "suspend": "dein Konto bis 2026-06-30 12:00 UTC gesperrt",
        "ban": "dein Konto ohne Ende gesperrt",
    },
}
ALWAYS = {
    "en": (
        "The rule: no harassment.",
        "What they wrote: She asked you to stop.",
        "A person made this decision, after a report.",
        f"Appeal or read more: {URL}",
        "You can appeal within six months; another moderator decides where there is one.",
        "You may also turn to a court or to an out-of-court body.",
    ),
    "de": (
        "Die Regel: keine Belästigung.",
        "Dazu schreibt sie: She asked you to stop.",
        "Ein Mensch hat so entschieden, nach einer Meldung.",
        f"Widersprechen oder mehr lesen: {URL}",
        "Du kannst sechs Monate lang widersprechen; darüber entscheidet, wenn möglich, jemand anders.",
        "Du kannst dich auch an ein Gericht oder eine Schlichtungsstelle wenden.",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", get_args(MeasureKind))
def test_the_email_of_each_measure_says_all_that_a_member_needs_to_appeal(kind: MeasureKind, language: str) -> None:
    until = datetime(2026, 6, 30, 12, tzinfo=UTC) if kind in TIMED else None
    row: Any = SimpleNamespace(
        kind=kind, about="comment", reason="harassment", facts="She asked you to stop.", until=until
    )

    email = ModerationEmails("Inflow").measure(language, row, URL)

    assert email.language == language
    for words in (WHAT[language][kind], *ALWAYS[language]):
        assert words in email.text, words
    assert URL in email.html
