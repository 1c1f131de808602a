"""Arguments of any kind for any call: some as its signature wants them, some nearly, some not at all."""

from __future__ import annotations

import string
from collections.abc import Mapping
from datetime import datetime
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from reflow.functions import Function
from reflow.values import LARGEST_INTEGER

Pool = st.SearchStrategy[str]

STRANGE: Final = (
    *(
        "",
        " ",
        "\u200b",
        "\u202e",
        "\u3164",
        "a\u0301" * 40,
        "\n" * 90,
        "%",
        "_%_",
        "\\",
        "'",
        '"',
        "'; DROP TABLE x; --",
    ),
    *("{}", "$1", "%s", "{0}", "null", "NaN", "0", "-1", "true", "a" * 26, "z" * 26, "A" * 26, "../../etc/passwd"),
    *("javascript:alert(1)", "data:image/jpeg;base64,/9j/4AAQ", "https://evil.example/1080.jpg", "/media/x/1080.jpg"),
    *(
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\ufffd",
        "\ud7ff",
        "\uffff",
        "\x01",
        "\x7f",
        "\u2028",
        "İ",
        "ß" * 101,
    ),
    *("ß" * 101, "a" * 1_001, "\U0001f30a" * 2_001, "w" * 60_000, "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"),
)
NUMBERS: Final = (
    0,
    1,
    -1,
    2,
    3,
    20,
    100,
    101,
    1_000,
    2**31 - 1,
    2**31,
    2**53 - 1,
    2**53,
    -(2**53),
    2**63,
    2**64,
    1e300,
)
SPECIAL: Final = (
    *({"$integer": "AAAAAAAAAAA="}, {"$integer": "/////////38="}, {"$integer": "AAAA"}, {"$bytes": "AAAA"}),
    *(
        {"$float": "AAAAAAAA+H8="},
        {"$float": "AAAAAAAA8H8="},
        {"$float": "AAAAAAAAAIA="},
        {"$where": "1"},
        {"$ne": None},
    ),
    *({}, [], [[]], {"a": {"b": {"c": []}}}, {"__proto__": {}}, [None] * 1_000),
)
"""The wire's own values, right and wrong, and what other databases take for operators."""


def _weighted(*choices: tuple[int, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """One of the strategies, each as often as its number says."""
    return st.sampled_from([which for which, (times, _) in enumerate(choices) for _ in range(times)]).flatmap(
        lambda which: choices[which][1]
    )


_ABSENT: Final = object()
_FIELDS = st.sampled_from(("userId", "isAdmin", "__class__", "ctx", "self", "", "$ne", "paginationOpts"))
_TEXTS = _weighted(
    (4, st.sampled_from(STRANGE)), (1, st.text(max_size=40)), (1, st.text(string.printable, max_size=10))
)
_ANYTHING: Final[st.SearchStrategy[Any]] = st.one_of(
    _TEXTS,
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(SPECIAL),
    st.recursive(
        st.none() | _TEXTS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3)
    ),
)


def arguments(call: Function[..., Any], valid: Mapping[str, Any], ids: Pool) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments of a call, as JSON values by the names of the wire.

    Args:
        call: The call.
        valid: Arguments that a caller may give.
        ids: Ids and addresses of things that exist.
    """
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(call.arguments)}
    anything = _weighted((6, _ANYTHING), (1, st.just(_ABSENT)))
    changed = {name: _weighted((3, fitting(kind, ids)), (1, anything)) for name, kind in kinds.items()}
    unknown = st.dictionaries(_FIELDS, _ANYTHING, min_size=1, max_size=2)
    changes = [st.fixed_dictionaries({name: change}) for name, change in changed.items()]
    # The more fields change at once, the sooner one is refused that hides what another one would do.
    several = st.fixed_dictionaries({}, optional=changed)
    made = _weighted((1, st.just({})), *((9, change) for change in changes), (3, several), (1, unknown))
    return made.map(lambda change: {name: value for name, value in {**valid, **change}.items() if value is not _ABSENT})


def fitting(kind: Any, ids: Pool) -> st.SearchStrategy[Any]:
    """Values that an annotation admits or nearly admits."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _within(parts[0], [note for note in parts[1:] if isinstance(note, msgspec.Meta)], ids)
    if origin in (Union, UnionType):
        return st.one_of(*(fitting(part, ids) for part in parts if part is not msgspec.UnsetType))
    if origin is Literal:
        return st.sampled_from(parts)
    if origin in (list, tuple):
        return st.lists(fitting(parts[0], ids), max_size=4)
    return ids if isinstance(kind, NewType) else _plain(kind, ids)


def _plain(kind: type, ids: Pool) -> st.SearchStrategy[Any]:
    if issubclass(kind, msgspec.Struct):
        fields = {each.encode_name: fitting(each.type, ids) for each in msgspec.structs.fields(kind)}
        return st.fixed_dictionaries(fields) | st.fixed_dictionaries({}, optional=fields)
    return {
        str: _weighted((4, _TEXTS), (1, ids)),
        bool: st.booleans(),
        int: st.sampled_from(NUMBERS) | st.integers(-5, 200),
        float: st.sampled_from(NUMBERS) | st.floats(allow_nan=False, allow_infinity=False),
        datetime: st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"),
        NoneType: st.none(),
    }[kind]


def _within(kind: Any, notes: list[msgspec.Meta], ids: Pool) -> st.SearchStrategy[Any]:
    """Values around the edges of limits."""
    edges = [value for note in notes for value in (note.ge, note.le, note.gt, note.lt) if value is not None]
    if edges:
        near = [int(edge) + step for edge in edges for step in (-1, 0, 1)]
        return st.sampled_from([*(each for each in near if abs(each) <= LARGEST_INTEGER), 50])
    usual = fitting(kind, ids)
    lengths = [value for note in notes for value in (note.min_length, note.max_length) if value is not None]
    if not lengths:
        return usual
    length = st.sampled_from([max(0, length + step) for length in lengths for step in (-1, 0, 1)])
    items = st.sampled_from("xß\U0001f30a ") if kind is str else fitting(get_args(kind)[0], ids)
    made = st.builds(lambda item, times: item * times if kind is str else [item] * times, items, length)
    return _weighted((3, usual), (1, made))
