"""Python's values, encoded for clients. One value that a client cannot read would make it fail for good."""

from __future__ import annotations

import enum
import json
import math
from datetime import UTC, datetime
from typing import Any, Generic, Literal, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflow.values import DEPTH, BadValue, Int64, decode, encode

T = TypeVar("T")


class Post(msgspec.Struct, rename="camel"):
    caption: str
    like_count: int
    ratio: float = 1.5
    kind: Literal["sphere", "cue"] = "sphere"
    alt_text: str | None = None
    tags: list[str] = []


class Page(msgspec.Struct, Generic[T], rename="camel"):
    page: list[T]
    is_done: bool


class Loose(msgspec.Struct, omit_defaults=True):
    anything: Any
    rest: list[int] = []


class Tagged(msgspec.Struct, tag="post", tag_field="kind"):
    size: Int64


class Hidden(Post):
    secret: dict[str, int] = msgspec.field(default_factory=lambda: {"naïve": 1})


class Shade(enum.Enum):
    DARK = "dark"


POST = Post(caption="Low tide", like_count=3)
POST_JSON = {
    "caption": "Low tide",
    "likeCount": 3,
    "ratio": 1.5,
    "kind": "sphere",
    "altText": None,
    "tags": [],
}

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.integers(-(2**63), 2**63 - 1).map(Int64),
    lambda inner: st.lists(inner) | st.dictionaries(st.from_regex(r"[ -#%-~][ -~]{0,9}", fullmatch=True), inner),
    max_leaves=20,
)


@given(VALUES)
def test_every_value_comes_back_as_it_was(value: object) -> None:
    assert repr(decode(encode(value))) == repr(value)


@given(VALUES)
def test_what_is_sent_is_json_without_extras(value: object) -> None:
    json.loads(encode(value), parse_constant=pytest.fail)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, -0.0])
def test_numbers_json_cannot_say_are_written(number: float) -> None:
    assert list(json.loads(encode([number]))[0]) == ["$float"]


@pytest.mark.parametrize("returns", [None, Post, Post | None])
def test_a_struct_is_an_object(returns: Any) -> None:
    assert json.loads(encode(POST, returns)) == POST_JSON


@pytest.mark.parametrize("returns", [None, Page[Post], Page])
def test_a_page_of_structs_is_written(returns: Any) -> None:
    assert json.loads(encode(Page([POST, POST], False), returns)) == {"page": [POST_JSON, POST_JSON], "isDone": False}


def test_defaults_and_tags_are_written_as_the_struct_has_them() -> None:
    assert json.loads(encode([Loose(1), Loose(Tagged(Int64(1)), [1])])) == [
        {"anything": 1},
        {"anything": {"kind": "post", "size": {"$integer": "AQAAAAAAAAA="}}, "rest": [1]},
    ]


def test_times_and_choices_are_text() -> None:
    assert json.loads(encode([datetime(2026, 1, 2, tzinfo=UTC), Shade.DARK])) == ["2026-01-02T00:00:00Z", "dark"]


@pytest.mark.parametrize(
    "lie",
    [
        Post(caption={"naïve": 1}, like_count=3),  # type: ignore[arg-type]  # the lie under test
        Post(caption="", like_count=2**53 + 1),
        Post(caption="", like_count=3, tags=[b"", {"$set": 1}]),  # type: ignore[list-item]  # the lie under test
        Post(caption="\ud800", like_count=3),
        Hidden(caption="", like_count=3),
    ],
    ids=["field name", "large number", "bytes", "half a character", "subclass"],
)
@pytest.mark.parametrize("wrap", [lambda post: post, lambda post: [post], lambda post: Page([post], True)])
def test_annotations_are_not_believed(lie: Post, wrap: Any) -> None:
    for returns in (None, Post, list[Post], Page[Post]):
        with pytest.raises(BadValue):
            encode(wrap(lie), returns)


def test_nan_under_a_plain_annotation_is_still_written() -> None:
    text = encode(Post(caption="", like_count=3, ratio=math.nan), Post)

    assert list(json.loads(text)["ratio"]) == ["$float"]


@pytest.mark.parametrize(
    "value",
    [
        {"naïve": 1},
        {"$integer": 1},
        {"a\n": 1},
        {"x" * 1025: 1},
        {1: 1},
        2**53 + 1,
        -(2**53) - 1,
        "\ud800",
        {1, 2},
        object(),
        1j,
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_clients_cannot_read_is_refused(value: object) -> None:
    with pytest.raises(BadValue):
        encode([value])


def test_nesting_has_an_end() -> None:
    value: list[Any] = []
    for _ in range(DEPTH - 1):
        value = [value]

    assert encode(value) == "[" * DEPTH + "]" * DEPTH
    with pytest.raises(BadValue):
        encode([value])


def test_a_value_that_holds_itself_is_refused() -> None:
    value: list[Any] = []
    value.append(value)

    with pytest.raises(BadValue):
        encode(value)
