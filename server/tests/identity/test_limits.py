"""Counting, and which requests count as one visitor's."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inflow.identity.limits import Counter, Limit
from reflow.errors import AppError
from reflow.limits.hosts import host_of, network_of
from reflow.postgres.database import Database

START = datetime(2026, 6, 1, tzinfo=UTC)


async def fits(counter: Counter, database: Database, at: datetime) -> bool:
    try:
        await counter.take(database, "somebody", at)
    except AppError as refusal:
        assert refusal.code == "rate_limited"
        return False
    return True


async def test_a_limit_holds_in_every_window_not_only_in_whole_hours(database: Database) -> None:
    counter = Counter("test", Limit(3, timedelta(hours=1)), message="{wait}")

    taken = [
        await fits(counter, database, START + timedelta(minutes=minute)) for minute in (0, 50, 55, 59, 61, 62, 111)
    ]

    assert taken == [True, True, True, False, True, False, True]


async def test_of_a_crowd_only_as_many_get_through_as_may(database: Database) -> None:
    counter = Counter("test", Limit(4, timedelta(hours=1)), message="{wait}")

    taken = await asyncio.gather(*(fits(counter, database, START) for _ in range(20)))

    assert sum(taken) == 4


async def test_the_refusal_says_how_long_to_wait(database: Database) -> None:
    counter = Counter("test", Limit(1, timedelta(minutes=1)), Limit(2, timedelta(hours=5)), message="Wait {wait}.")
    await counter.take(database, "somebody", START)
    with pytest.raises(AppError, match=r"Wait 60 seconds\."):
        await counter.take(database, "somebody", START)

    await counter.take(database, "somebody", START + timedelta(minutes=10))
    with pytest.raises(AppError, match=r"Wait 5 hours\.") as refusal:
        await counter.take(database, "somebody", START + timedelta(minutes=12))
    assert refusal.value.data == {"retryAfter": 5 * 3_600 - 12 * 60, "template": "Wait {wait}."}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(gaps=st.lists(st.integers(0, 40), min_size=1, max_size=25))
async def test_what_gets_through_never_breaks_a_limit(database: Database, gaps: list[int]) -> None:
    short, long = Limit(2, timedelta(seconds=30)), Limit(5, timedelta(seconds=200))
    counter = Counter("random", short, long, message="{wait}")
    await counter.forget(database, "somebody")
    at = START
    taken: list[datetime] = []
    for gap in gaps:
        at += timedelta(seconds=gap)
        allowed = all(sum(one > at - limit.span for one in taken) < limit.most for limit in (short, long))
        assert await fits(counter, database, at) == allowed
        taken += [at] if allowed else []


@pytest.mark.parametrize(
    ("peer", "host", "network"),
    [
        ("203.0.113.7", "203.0.113.7/32", "203.0.113.0/24"),
        ("::ffff:203.0.113.7", "203.0.113.7/32", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/64"),
        ("testclient", "unknown", "unknown"),
        (None, "unknown", "unknown"),
    ],
)
def test_who_counts_as_one_visitor(peer: str | None, host: str, network: str) -> None:
    assert (host_of(peer), network_of(peer)) == (host, network)
