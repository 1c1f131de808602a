"""How often one caller may call a function."""

from __future__ import annotations

import pytest

from reflow.errors import AppError
from reflow.limits.rate_limits import DAY, MINUTE, RateLimit


class Clock:
    """A clock that tests set by hand."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def taken(rate_limit: RateLimit, times: int, caller: str = "alice") -> int:
    """How many of these calls, all at once, are allowed."""
    through = 0
    for _ in range(times):
        try:
            rate_limit.take(caller)
        except AppError as refused:
            assert refused.code == "rate_limited"
            continue
        through += 1
    return through


def test_so_many_at_once_and_then_as_many_as_come_back() -> None:
    clock = Clock()
    rate_limit = RateLimit((30, MINUTE), now=clock)

    assert taken(rate_limit, 40) == 30
    clock.seconds += 4
    assert taken(rate_limit, 40) == 2
    clock.seconds += 3600
    assert taken(rate_limit, 40) == 30


def test_the_refusal_says_how_long_to_wait_and_waiting_so_long_is_enough() -> None:
    clock = Clock()
    rate_limit = RateLimit((1, MINUTE), now=clock)
    rate_limit.take("alice")

    clock.seconds += 10
    with pytest.raises(AppError) as refused:
        rate_limit.take("alice")
    wait = refused.value.data["retryAfter"]
    assert isinstance(wait, int)
    clock.seconds += wait

    assert (wait <= 51, taken(rate_limit, 2)) == (True, 1)


def test_all_limits_hold_and_what_is_refused_does_not_count() -> None:
    clock = Clock()
    rate_limit = RateLimit((30, MINUTE), (50, DAY), now=clock)

    passed = [taken(rate_limit, 100)]
    clock.seconds += 60
    passed.append(taken(rate_limit, 100))
    clock.seconds += DAY
    passed.append(taken(rate_limit, 100))

    assert passed == [30, 20, 30]


def test_callers_do_not_count_for_each_other_and_are_forgotten() -> None:
    clock = Clock()
    rate_limit = RateLimit((1, MINUTE), now=clock)

    assert sum(taken(rate_limit, 2, f"caller {number}") for number in range(20_000)) == 20_000
    clock.seconds += 61
    assert taken(rate_limit, 1, "one more") == 1
    assert len(rate_limit._full_at) == 1
