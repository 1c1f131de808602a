"""How often one member may upload."""

from __future__ import annotations

import pytest

from inflow.media.pipeline.upload_rate_limit import UploadRateLimit
from reflow.errors import AppError


class Hour:
    """A clock that tests set by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def upload(pace: UploadRateLimit, member: str = "alice") -> None:
    with pace.begin(member):
        pass


def wait_of(pace: UploadRateLimit) -> object:
    with pytest.raises(AppError) as refused:
        upload(pace)
    return refused.value.data["retryAfter"]


def test_twenty_a_minute() -> None:
    now = Hour()
    pace = UploadRateLimit(now=now)
    for _ in range(20):
        upload(pace)
        now.seconds += 1.5

    assert wait_of(pace) == 31
    now.seconds = 60.0
    upload(pace)
    assert wait_of(pace) == 2


def test_a_hundred_and_twenty_an_hour() -> None:
    now = Hour()
    pace = UploadRateLimit(now=now)
    for _ in range(120):
        upload(pace)
        now.seconds += 12

    assert wait_of(pace) == 3600 - 1440 + 1
    now.seconds = 3600.0
    upload(pace)


def test_a_refusal_is_not_counted() -> None:
    now = Hour()
    pace = UploadRateLimit(per_minute=1, now=now)
    upload(pace)
    for _ in range(5):
        wait_of(pace)
    now.seconds = 60.0

    upload(pace)


def test_one_at_a_time_even_after_a_failure() -> None:
    pace = UploadRateLimit()
    with pytest.raises(ValueError, match="torn"), pace.begin("alice"):
        raise ValueError("torn")

    with pace.begin("alice"), pytest.raises(AppError):
        upload(pace)
    upload(pace)


def test_as_many_at_a_time_as_there_are_slots() -> None:
    pace = UploadRateLimit(at_once=2)

    with pace.begin("alice"):
        upload(pace)
        with pace.begin("alice"), pytest.raises(AppError):
            upload(pace)
        upload(pace)
    upload(pace)


def test_members_do_not_wait_for_each_other() -> None:
    pace = UploadRateLimit(per_minute=1)

    upload(pace, "alice")
    upload(pace, "bob")


def test_those_who_are_long_gone_are_forgotten() -> None:
    now = Hour()
    pace = UploadRateLimit(now=now)
    for number in range(10_000):
        upload(pace, f"member {number}")
    now.seconds = 4000.0
    upload(pace)

    assert len(pace.begun) == 1
