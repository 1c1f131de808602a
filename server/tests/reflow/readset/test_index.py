"""The index finds every watcher of a changed row, by the row's old values and by its new ones."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflow.live.index import PredicateIndex, Watch
from reflow.readset import Comparison, KeySet
from reflow.readset.kinds import Kind


class Change(NamedTuple):
    """A change of a row of ``posts``."""

    new: Mapping[str, str | None] | None
    old: Mapping[str, str | None] | None = None
    table: str = "posts"


BY_AUTHOR = Watch("posts", ("author_id",), ("alice",))
BY_BOTH = Watch("posts", ("author_id", "nook"), ("alice", "scenic"))
WHOLE = Watch("posts", (), ())


def found(change: Change, *watches: Watch) -> bool:
    index: PredicateIndex[str] = PredicateIndex()
    for watch in watches:
        index.add(watch, "screen")
    return "screen" in index.match(change)


@pytest.mark.parametrize("watch", [BY_AUTHOR, BY_BOTH, WHOLE])
def test_a_row_with_the_key_is_found(watch: Watch) -> None:
    row = {"author_id": "alice", "nook": "scenic"}
    assert found(Change(new=row), watch)
    assert found(Change(new=None, old=row), watch)
    assert not found(Change(new=row, table="likes"), watch)


@pytest.mark.parametrize("watch", [BY_AUTHOR, BY_BOTH])
def test_a_row_that_comes_or_leaves_is_found(watch: Watch) -> None:
    alices, bobs = {"author_id": "alice", "nook": "scenic"}, {"author_id": "bob", "nook": "scenic"}
    assert found(Change(new=bobs, old=alices), watch)
    assert found(Change(new=alices, old=bobs), watch)
    assert not found(Change(new=bobs, old={**bobs, "nook": "urban"}), watch)


def test_an_old_column_that_was_not_sent_is_as_the_new_one() -> None:
    assert found(Change(new={"author_id": "bob", "nook": "scenic"}, old={"author_id": "alice"}), BY_BOTH)
    assert found(Change(new={"author_id": "alice", "nook": "urban"}, old={"nook": "scenic"}), BY_BOTH)


def test_a_large_value_that_was_not_sent_is_as_the_old_one_or_else_anything() -> None:
    assert found(Change(new={"nook": "scenic"}, old={"author_id": "alice", "nook": "urban"}), BY_BOTH)
    assert not found(Change(new={"nook": "scenic"}, old={"author_id": "bob", "nook": "urban"}), BY_BOTH)
    assert found(Change(new={"nook": "scenic"}), BY_AUTHOR)
    assert found(Change(new={"nook": "urban"}), BY_BOTH)


def test_an_update_of_columns_that_nobody_mentions_is_not_found() -> None:
    watch = Watch("posts", ("author_id",), ("alice",), mentioned=frozenset({"author_id", "caption"}))
    old = {"author_id": "alice", "caption": "Low tide", "views": "1"}
    assert not found(Change(new={**old, "views": "2"}, old=old), watch)
    assert found(Change(new={**old, "caption": "High tide"}, old=old), watch)
    assert found(Change(new={**old, "author_id": "bob"}, old=old), watch)
    assert found(Change(new=old), watch)
    assert found(Change(new=None, old=old), watch)
    # Old values that the log does not contain may have been others. Large values that stay are not in the new row.
    assert found(Change(new={**old, "views": "2"}, old={"author_id": "alice"}), watch)
    assert not found(Change(new={"author_id": "alice", "views": "2"}, old=old), watch)


@pytest.mark.parametrize("watch", [BY_AUTHOR, BY_BOTH])
def test_a_null_key_is_nobodys(watch: Watch) -> None:
    assert not found(Change(new={"author_id": None, "nook": None}), watch)


def test_removing_and_replacing() -> None:
    index: PredicateIndex[str] = PredicateIndex()
    bobs = Watch("posts", ("author_id",), ("bob",))
    index.replace("one", [], [BY_AUTHOR, WHOLE])
    index.add(BY_AUTHOR, "two")
    assert index.match_table("posts") == {"one", "two"}
    index.replace("one", [BY_AUTHOR, WHOLE], [bobs])
    assert index.match(Change(new={"author_id": "alice"})) == {"two"}
    assert index.match(Change(new={"author_id": "bob"})) == {"one"}
    index.remove(BY_AUTHOR, "two")
    index.remove(BY_AUTHOR, "two")
    index.remove(bobs, "nobody")
    index.replace("one", [bobs], [])
    assert len(index) == 0
    assert not index.match_table("posts")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def before(when: str, key: str = "m") -> Comparison:
    return Comparison(("created_at", "id"), (Kind.INSTANT, Kind.TEXT), "<", (at(when), key))


def paged(comparison: Comparison) -> Watch:
    return Watch("posts", ("nook",), ("scenic",), (comparison,))


@pytest.mark.parametrize(
    ("created_at", "key", "inside"),
    [
        ("2026-03-01 12:00:00+00", "a", True),
        ("2026-03-01 12:00:00+00", "m", False),
        ("2026-03-01 12:00:00+00", "z", False),
        ("2026-03-01 11:59:59.999999+00", "z", True),
        ("2026-03-01 12:00:00.5+00", "a", False),
        ("2026-03-01 12:00:00.000001+00", "a", False),
        ("2026-03-01 13:59:59.25+02", "z", True),
        ("2026-03-01 17:30:00+05:30", "a", True),
        ("infinity", "a", True),
        ("0044-03-15 12:00:00+00 BC", "a", True),
    ],
)
def test_a_row_outside_of_a_pages_range_is_not_felt(created_at: str, key: str, inside: bool) -> None:
    row = {"nook": "scenic", "created_at": created_at, "id": key}
    assert found(Change(new=row), paged(before("2026-03-01 12:00:00"))) is inside
    assert found(Change(new=None, old=row), paged(before("2026-03-01 12:00:00"))) is inside


def test_a_row_that_moves_into_or_out_of_the_range_is_felt() -> None:
    early = {"nook": "scenic", "created_at": "2026-01-01 00:00:00+00", "id": "a"}
    late = {**early, "created_at": "2026-12-01 00:00:00+00"}
    page = paged(before("2026-03-01 12:00:00"))
    assert found(Change(new=late, old=early), page)
    assert found(Change(new=early, old=late), page)
    assert not found(Change(new=late, old={**late, "id": "b"}), page)


def test_a_value_that_is_not_there_may_be_anything() -> None:
    page = paged(before("2026-03-01 12:00:00"))
    assert found(Change(new={"nook": "scenic", "id": "a"}), page)
    assert found(Change(new={"nook": "scenic", "created_at": None, "id": "a"}), page)


def test_a_null_fails_every_comparison() -> None:
    adults = Watch("users", (), (), (Comparison(("age",), (Kind.INTEGER,), ">", (17,)),))
    assert not found(Change(new={"age": None}, table="users"), adults)
    assert found(Change(new={"age": "18"}, table="users"), adults)
    assert not found(Change(new={"age": "9"}, table="users"), adults)


def test_watches_of_one_key_are_told_apart() -> None:
    index: PredicateIndex[str] = PredicateIndex()
    older, newest = paged(before("2026-03-01 12:00:00")), Watch("posts", ("nook",), ("scenic",))
    index.add(older, "page two")
    index.add(newest, "page one")
    index.add(older, "page one")
    new = Change(new={"nook": "scenic", "created_at": "2026-04-01 00:00:00+00", "id": "a"})
    assert index.match(new) == {"page one"}
    index.remove(newest, "page one")
    assert index.match(new) == set()
    index.add(newest, "page two")
    assert index.match(new) == {"page two"}


TABLES = st.sampled_from(["posts", "likes"])
VALUES = st.sampled_from("xy")
SETS = st.sampled_from([KeySet.of(values) for values in ("x", "xy", "yz")])
RESIDUALS = st.sampled_from([(), (Comparison(("c",), (Kind.INTEGER,), ">", (3,)),)])
MENTIONED = st.sampled_from([None, frozenset("a"), frozenset("abc")])
WATCHES = (
    st.builds(Watch, TABLES, st.just(("a", "b")), st.tuples(VALUES, VALUES), RESIDUALS, st.none(), MENTIONED)
    | st.builds(Watch, TABLES, st.just(("a", "b")), st.tuples(VALUES, SETS), RESIDUALS, st.just(1), MENTIONED)
    | st.builds(Watch, st.just("posts"), st.just(("a",)), st.tuples(VALUES), st.just(()), st.none(), st.none())
    | st.builds(Watch, st.just("posts"), st.just(("a",)), st.tuples(SETS), RESIDUALS, st.just(0), st.none())
)
ROWS = st.none() | st.fixed_dictionaries(
    {"a": st.sampled_from("xy"), "b": st.sampled_from("xy"), "c": st.sampled_from("15")}
)


@given(
    st.lists(st.tuples(st.booleans(), WATCHES, st.sampled_from(["one", "two"]))),
    ROWS,
    ROWS,
    st.sampled_from(["posts", "likes"]),
)
def test_it_answers_as_a_plain_list_would(
    steps: list[tuple[bool, Watch, str]], new: dict[str, str] | None, old: dict[str, str] | None, table: str
) -> None:
    index: PredicateIndex[str] = PredicateIndex()
    held: set[tuple[Watch, str]] = set()
    for adds, watch, subscriber in steps:
        (index.add if adds else index.remove)(watch, subscriber)
        (held.add if adds else held.discard)((watch, subscriber))

    def touches(watch: Watch, row: dict[str, str] | None) -> bool:
        return row is not None and all(
            row[column] in part.values if isinstance(part, KeySet) else row[column] == part
            for column, part in zip(watch.columns, watch.key, strict=True)
        )

    def passes(watch: Watch) -> bool:
        return not watch.residuals or any(row is not None and int(row["c"]) > 3 for row in (new, old))

    def changes(watch: Watch) -> bool:
        return watch.mentioned is None or new is None or old is None or any(new[c] != old[c] for c in watch.mentioned)

    expected = {
        s for w, s in held if w.table == table and (touches(w, new) or touches(w, old)) and passes(w) and changes(w)
    }
    assert index.match(Change(new, old, table)) == expected
    assert len(index) == len(held)
