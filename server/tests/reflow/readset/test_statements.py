"""Statements are compiled once; a statement that would need SQLAlchemy at run time is refused at its definition."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam as given
from sqlalchemy.dialects.postgresql import JSONB, insert

from reflow.readset import key_columns, watched_columns
from reflow.statements import statement

from .schema import ID, behind, like_count, posts, users

u = users.c
one = sa.select(u.name).where(u.id == given("id"))
defaults = sa.Table(
    "defaults",
    sa.MetaData(),
    sa.Column("id", ID, primary_key=True),
    sa.Column("made", sa.Integer, default=3),
    sa.Column("changed", sa.Integer, onupdate=4),
    sa.Column("mood", sa.Enum("good", "bad", name="mood")),
    sa.Column("body", JSONB),
    sa.Column("tags", sa.ARRAY(sa.Text)),
    sa.Column("weight", sa.Float),
)


@pytest.mark.parametrize(
    "source",
    [
        one.where(u.age.in_([1, 2])),
        one.where(u.age.in_(given("ages", expanding=True))),
        sa.insert(defaults).values(id=given("id")),
        sa.update(defaults).values(made=1),
        sa.select(defaults.c.mood).where(defaults.c.id == given("id")),
        sa.select(defaults.c.id).where(defaults.c.id == given("id"), defaults.c.mood == given("mood")),
        one.limit(5).offset(given("skip")),
        one.fetch(5),
        one.limit(sa.select(sa.func.count()).select_from(users).scalar_subquery()),
        one.limit(given("id")),
        sa.select(one.limit(given("a")).subquery(), one.limit(given("b")).subquery()),
    ],
)
def test_what_would_need_sqlalchemy_at_run_time_is_refused(source: Any) -> None:
    with pytest.raises(TypeError):
        statement(source)


def test_types_that_asyncpg_speaks_are_not_converted() -> None:
    columns = defaults.c
    made = statement(sa.select(columns.body, columns.tags, columns.weight).where(columns.id == given("id")))
    assert made.parameters == ("id",)
    statement(
        sa.update(defaults).values(body=given("body"), tags=given("tags"), changed=1).where(columns.id == given("id"))
    )


def test_the_limit_is_a_number_in_the_text() -> None:
    asked = statement(one.limit(given("limit")))
    assert asked.text({"limit": 20}).endswith("LIMIT 20")
    assert asked.text({"limit": 0}).endswith("LIMIT 0")
    assert asked.parameters == ("id",)
    assert statement(one.limit(7)).text({}).endswith("LIMIT 7")
    within = statement(sa.select(one.limit(3).subquery()))
    assert "LIMIT 3" in within.text({})
    assert within.parameters == ("id",)
    compared = statement(one.where(u.age < given("limit", type_=sa.Integer)).limit(given("limit", type_=sa.Integer)))
    assert compared.text({"limit": 20}).endswith("LIMIT 20")
    assert compared.arguments({"id": "a", "limit": 20}) == ["a", 20]


@pytest.mark.parametrize("limit", [None, -1, True, "20; DROP TABLE users", 2.5])
def test_the_limit_must_be_a_whole_number(limit: object) -> None:
    with pytest.raises(TypeError, match="limit"):
        statement(one.limit(given("limit"))).text({"limit": limit})


def test_a_missing_parameter_is_named() -> None:
    asked = statement(one.where(u.age > given("age")))
    with pytest.raises(TypeError, match="'age' is missing"):
        asked.arguments({"id": "a"})
    with pytest.raises(TypeError, match="'id' is missing"):
        asked.watches({"age": 3}, [])
    with pytest.raises(TypeError, match="'limit'"):
        statement(one.limit(given("limit"))).text({"id": "a"})


def test_constants_fill_in_for_themselves() -> None:
    asked = statement(one.where(u.age == 7, u.name == given("name", "Alice")))
    assert asked.arguments({"id": "a"}) == ["a", 7, "Alice"]
    assert asked.arguments({"id": "a", "name": None}) == ["a", 7, None]
    assert [watch.key for watch in asked.watches({"id": "a"}, [])] == [("7", "a", "Alice")]


def test_it_knows_what_it_writes() -> None:
    new = sa.insert(users).values(id=given("id"), name=given("name"), age=1).returning(u.id).cte("new")
    gone = sa.delete(posts).where(posts.c.author_id == given("id")).returning(posts.c.id).cte("gone")
    assert statement(one).writes == frozenset()
    assert statement(sa.update(users).values(name=given("to")).where(u.id == given("id"))).writes == {"users"}
    assert statement(sa.select(new.c.id)).writes == {"users"}
    assert statement(sa.select(sa.literal(1)).add_cte(gone)).writes == {"posts"}
    assert statement(insert(users).from_select(["id", "name", "age"], sa.select(gone.c.id, gone.c.id, 1))).writes == {
        "users",
        "posts",
    }


def test_a_statement_that_writes_cannot_be_watched() -> None:
    gone = sa.delete(posts).where(posts.c.id == given("id")).returning(posts.c.id).cte("gone")
    asked = statement(sa.select(gone.c.id))
    assert asked.reads == ()
    with pytest.raises(TypeError, match="writes"):
        asked.watches({"id": "a"}, [])


def test_the_columns_to_watch_are_those_of_keys_and_comparisons() -> None:
    page = statement(sa.select(posts.c.id, like_count.label("likes")).where(posts.c.nook == given("nook"), behind))
    everybody = statement(sa.select(u.name), whole_table="a list of everybody")
    expected = {"posts": {"nook", "created_at", "id"}, "likes": {"post_id"}, "users": set()}
    assert key_columns([page, everybody]) == expected
    assert watched_columns([page, everybody]) == expected
