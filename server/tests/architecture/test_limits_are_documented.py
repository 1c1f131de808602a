"""The operators' page names every limit, with its current number."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from architecture.sources import SERVER
from inflow.app.data_export import DOWNLOADS
from inflow.app.functions import registry
from inflow.app.settings import Settings
from inflow.identity import limits as identity
from inflow.identity.limits import EMAILS_PER_NETWORK, Counter, mails_from_network
from inflow.oidc.sign_in import JOINS_FROM_HOST, STARTS_FROM_HOST
from reflow.limits.rate_limits import DAY, HOUR, MINUTE, RateLimit
from reflow.wire.limits import Limits

UNITS = {
    MINUTE: "a minute",
    5 * MINUTE: "in 5 minutes",
    HOUR: "an hour",
    DAY: "a day",
    7 * DAY: "a week",
    30 * DAY: "in 30 days",
}


@pytest.fixture(scope="module")
def page() -> str:
    """The text of docs/self-hosting.md."""
    return (SERVER.parent / "docs" / "self-hosting.md").read_text(encoding="utf-8")


def test_every_pace_of_a_call_is_in_the_table(page: str) -> None:
    rows = dict(re.findall(r"^\| `(\w+:\w+)` \| ([^|]+) \|$", page, re.MULTILINE))
    rate_limits = {call.path: _words(call.rate_limit._limits) for call in registry() if call.rate_limit is not None}

    assert [(path, words) for path, words in rate_limits.items() if not rows.get(path, "").startswith(words)] == []


def test_every_counter_is_in_the_table(page: str) -> None:
    counters = [each for each in vars(identity).values() if isinstance(each, Counter)]
    counters.append(mails_from_network(EMAILS_PER_NETWORK))

    missing = [
        counter.name
        for counter in [
            *counters,
            mails_from_network(int(Settings().emails_per_network)),
            DOWNLOADS,
            STARTS_FROM_HOST,
            JOINS_FROM_HOST,
        ]
        if f"| {_words((limit.most, limit.span.total_seconds()) for limit in counter.limits)} |" not in page
    ]
    assert missing == []


def test_every_number_that_can_be_set_is_in_the_table(page: str) -> None:
    settings = Settings()
    rows = {row.rsplit("|", 2)[-2].strip(): row for row in page.splitlines() if row.endswith("` |")}

    for name in ("strangers_per_host", "sockets_per_member", "calls_per_member", "requests_per_host"):
        assert f" {getattr(settings, name)} a" in rows[f"`INFLOW_{name.upper()}`"]


def test_what_may_be_set_otherwise_is_what_the_engine_does_by_itself() -> None:
    settings, limits = Settings(), Limits()

    assert int(settings.strangers_per_host) == limits.unauthenticated
    assert int(settings.sockets_per_member) == limits.member
    assert int(settings.emails_per_network) == EMAILS_PER_NETWORK


def _words(limits: Iterable[tuple[int, float]]) -> str:
    return ", ".join(f"{most} {UNITS.get(span, f'in {span:g} seconds')}" for most, span in limits)


def test_the_words_are_those_that_people_use() -> None:
    assert _words(RateLimit((30, MINUTE), (10, 2.0))._limits) == "30 a minute, 10 in 2 seconds"
