"""How long snapshots are kept, and where a position of the log is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from inflow.backup.rules import BadRule, KeepRule, number_of, position, segment_of

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


class _Snapshot(NamedTuple):
    label: str
    finished_at: datetime
    parent: str | None = None


def _daily(days: int, *, chain: int = 1) -> list[_Snapshot]:
    """A snapshot at noon of each of these days, each chain of which begins with a full one."""
    return [
        _Snapshot(f"{age}", NOON - timedelta(days=age), None if (days - age) % chain == 0 else f"{age + 1}")
        for age in range(days, -1, -1)
    ]


def test_seven_days_and_three_weeks_keep_one_a_day_and_then_one_a_week() -> None:
    kept = {int(each) for each in KeepRule.parsed("7d,3w").kept(_daily(60), NOON)}

    assert set(range(8)) <= kept
    assert len(kept) == 8 + 2
    assert max(kept) <= 21


def test_a_year_of_months_keeps_nothing_older_than_a_year() -> None:
    kept = {int(each) for each in KeepRule.parsed("7d,4w,12m").kept(_daily(800), NOON)}

    assert 300 < max(kept) <= 372
    assert len(kept) < 8 + 4 + 13 + 2


def test_a_snapshot_that_another_one_needs_is_kept_with_it() -> None:
    snapshots = _daily(60, chain=7)
    kept = KeepRule.parsed("7d").kept(snapshots, NOON)

    needed = {each.parent for each in snapshots if each.label in kept and each.parent}
    assert needed <= kept
    assert max(map(int, kept)) <= 7 + 6


def test_the_newest_and_those_of_the_last_day_are_kept_whatever_the_rule_is() -> None:
    old = [_Snapshot("old", NOON - timedelta(days=400))]
    today = [_Snapshot(f"{hour}", NOON - timedelta(hours=hour)) for hour in (3, 2, 1)]

    assert KeepRule.parsed("1d").kept(old, NOON) == {"old"}
    assert KeepRule.parsed("1d").kept(old + today, NOON) == {"3", "2", "1"}


@pytest.mark.parametrize("text", ["", "7", "7x", "d", "0d", "7d,,3w", "-1d", "7d 3w"])
def test_a_rule_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(BadRule):
        KeepRule.parsed(text)


def test_a_position_is_in_the_file_that_postgresql_names_so() -> None:
    assert segment_of(1, position("0/2000028")) == "000000010000000000000002"
    assert segment_of(2, position("16/B374D848")) == "0000000200000016000000B3"
    assert number_of("000000010000000100000000") == number_of("0000000100000000000000FF.partial") + 1
