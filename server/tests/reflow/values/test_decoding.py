"""Values from clients, decoded to Python."""

from __future__ import annotations

import math

import pytest

from reflow.values import BadValue, Int64, decode


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("true", True),
        ("3", 3),
        ("3.5", 3.5),
        ('"naïve 🙂"', "naïve 🙂"),
        ('{"a":[1,{"b":"$"}]}', {"a": [1, {"b": "$"}]}),
        ('{"$integer":"AAAAAAAAAIA="}', Int64(-(2**63))),
        ('{"$integer":"/////////38="}', Int64(2**63 - 1)),
        ('{"$bytes":""}', b""),
        ('{"a":{"$bytes":"AP8="}}', {"a": b"\x00\xff"}),
        ("9007199254740993", 9007199254740992.0),
        ("12345678901234567000", 12345678901234567000.0),
    ],
)
def test_a_value_is_read(text: str, value: object) -> None:
    read = decode(text)

    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("bits", "number"),
    [("AAAAAAAA+H8=", math.nan), ("AAAAAAAA8H8=", math.inf), ("AAAAAAAA8P8=", -math.inf), ("AAAAAAAAAIA=", -0.0)],
)
def test_numbers_json_cannot_say_are_read(bits: str, number: float) -> None:
    read = decode(f'{{"$float":"{bits}"}}')

    assert math.copysign(1, read) == math.copysign(1, number)
    assert read == number or (math.isnan(read) and math.isnan(number))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NaN",
        "1e999",
        "9" * 400,
        '"\\ud800"',
        "[" * 33 + "]" * 33,
        "[" * 100_000,
        '{"$float":"AAAAAAAA8D8="}',
        '{"$float":"AAAA"}',
        '{"$integer":"AA=="}',
        '{"$integer":3}',
        '{"$bytes":"AP8"}',
        '{"$bytes":"A P8="}',
        '{"$set":[]}',
        '{"$map":[]}',
        '{"$anything":"AAAA"}',
        '{"a":1,"$bytes":""}',
        '{"\\u0024bytes":7}',
    ],
    ids=lambda text: text[:24],
)
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        decode(text)


def test_nesting_is_measured_and_not_counted() -> None:
    assert decode("[" + ",".join(["[]"] * 100) + "]") == [[]] * 100
    assert decode("[" * 32 + "]" * 32)
