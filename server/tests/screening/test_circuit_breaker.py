"""The circuit breaker: after several requests in a row without an answer, a service gets no requests for a while."""

from __future__ import annotations

import asyncio

import pytest

from inflow.screening.circuit_breaker import CircuitBreaker, Unreachable
from inflow.screening.rules import ClassificationFailed


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker(failures=3, open_seconds=30, clock=clock)


def asked(breaker: CircuitBreaker, outcome: BaseException | None = None) -> bool:
    """Whether the breaker let the request through."""
    put = False
    try:
        with breaker.attempt():
            put = True
            if outcome is not None:
                raise outcome
    except (ClassificationFailed, asyncio.CancelledError):
        pass
    return put


def silence(breaker: CircuitBreaker, times: int) -> None:
    for _ in range(times):
        assert asked(breaker, Unreachable("silence"))


def test_after_too_many_silences_in_a_row_nobody_is_asked(breaker: CircuitBreaker, clock: Clock) -> None:
    silence(breaker, 3)

    with pytest.raises(Unreachable), breaker.attempt():
        pytest.fail("it was asked")
    clock.now = 29.9
    assert not asked(breaker)


def test_an_answer_in_between_starts_the_count_again(breaker: CircuitBreaker) -> None:
    silence(breaker, 2)
    assert asked(breaker)
    silence(breaker, 2)
    # An unusable answer counts as an answer: it cost no waiting.
    assert asked(breaker, ClassificationFailed("nonsense"))
    silence(breaker, 2)
    assert asked(breaker)


def test_after_the_rest_one_tries_and_the_others_wait_for_it(breaker: CircuitBreaker, clock: Clock) -> None:
    silence(breaker, 3)
    clock.now = 30

    with breaker.attempt():
        assert not asked(breaker)

    assert asked(breaker)
    assert asked(breaker)


def test_a_try_that_fails_makes_it_rest_again(breaker: CircuitBreaker, clock: Clock) -> None:
    silence(breaker, 3)
    clock.now = 30
    silence(breaker, 1)

    clock.now = 59.9
    assert not asked(breaker)
    clock.now = 60
    assert asked(breaker)
    assert asked(breaker)


def test_a_member_who_goes_away_says_nothing_about_the_other_side(breaker: CircuitBreaker, clock: Clock) -> None:
    silence(breaker, 2)
    assert asked(breaker, asyncio.CancelledError())
    silence(breaker, 1)
    clock.now = 30

    assert asked(breaker, asyncio.CancelledError())
    assert asked(breaker)
