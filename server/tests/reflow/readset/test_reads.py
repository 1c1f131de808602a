"""The reads of a statement: each rule, and the conclusions that the rule must not draw."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam as given

from reflow.readset import AnyOf, DependsOnWholeTable, Literal, Parameter, Read, Result
from reflow.statements import Statement, statement

from .schema import (
    ID,
    WHEN,
    behind,
    blocks,
    co_authors,
    either_blocks,
    i_like,
    like_count,
    likes,
    newest,
    newest_cte,
    page,
    posts,
    users,
)

Select = sa.Select[Any] | sa.CompoundSelect[Any]
p, u, li, b = posts.c, users.c, likes.c, blocks.c
by_me = p.author_id == given("me")


def spelled(read: Read) -> str:
    """A read in a short form: ``table column=:parameter column="literal" column=<label> column~:array | residuals``."""
    signs = {Parameter: "=:{}", AnyOf: "~:{}", Result: "=<{}>", Literal: "={!r}"}
    parts = []
    for part in read.key:
        source: Any = part.source
        known = getattr(source, "name", getattr(source, "label", getattr(source, "value", None)))
        parts.append(part.column + signs[type(source)].format(known))
    tests = [f"{','.join(one.columns)} {one.operator}" for one in read.residuals]
    return " ".join([read.table, *parts, *(["|", *tests] if tests else [])])


def reads(source: Select, whole_table: str | None = "to look at") -> list[str]:
    return sorted(spelled(read) for read in statement(source, whole_table=whole_table).reads)


KEYED: dict[str, tuple[Select, list[str]]] = {
    "a parameter": (sa.select(u.name).where(u.id == given("id")), ["users id=:id"]),
    "turned around": (sa.select(u.name).where(given("id", type_=ID) == u.id), ["users id=:id"]),
    "an array": (
        sa.select(p.id).where(p.author_id == sa.any_(given("ids", type_=sa.ARRAY(ID)))),
        ["posts author_id~:ids"],
    ),
    "all of AND": (sa.select(p.id).where(by_me, p.kind == "cue"), ["posts author_id=:me kind='cue'"]),
    "true and false": (sa.select(p.id).where(by_me, ~p.is_video), ["posts author_id=:me is_video=False"]),
    "a boolean alone": (sa.select(p.id).where(by_me, p.is_video), ["posts author_id=:me is_video=True"]),
    "either of OR": (
        sa.select(p.id).where(sa.or_(by_me, p.co_author_id == given("me"))),
        ["posts author_id=:me", "posts co_author_id=:me"],
    ),
    "OR within AND": (
        sa.select(p.id).where(p.nook == given("nook"), sa.or_(by_me, p.kind == "cue")),
        ["posts author_id=:me nook=:nook", "posts kind='cue' nook=:nook"],
    ),
    "one side of OR without a key": (sa.select(p.id).where(sa.or_(by_me, p.score > 3)), ["posts"]),
    "NOT binds nothing": (sa.select(p.id).where(sa.not_(sa.and_(by_me, p.kind == "cue"))), ["posts"]),
    "an inequality": (sa.select(p.id).where(p.author_id != given("me")), ["posts | author_id !="]),
    "IS NULL": (sa.select(p.id).where(p.co_author_id.is_(None)), ["posts"]),
    "IS NOT DISTINCT FROM": (sa.select(p.id).where(p.author_id.is_not_distinct_from(given("me"))), ["posts"]),
    "a function around the column": (sa.select(u.id).where(sa.func.lower(u.name) == given("name")), ["users"]),
    "a cast around the column": (sa.select(u.id).where(sa.cast(u.age, sa.Text) == given("years")), ["users"]),
    "a number that is no key": (sa.select(p.id).where(p.score == given("score")), ["posts"]),
    "an instant is no key": (sa.select(p.id).where(p.created_at == given("at")), ["posts | created_at ="]),
    "a column under another collation": (
        sa.select(u.id).where(sa.collate(u.name, "POSIX") == given("name")),
        ["users"],
    ),
    "through an inner join": (
        sa.select(p.id, li.user_id).join(likes, li.post_id == p.id).where(p.id == given("id")),
        ["likes post_id=:id", "posts id=:id"],
    ),
    "through a join in WHERE": (
        sa.select(p.id, li.user_id).where(li.post_id == p.id, p.id == given("id")),
        ["likes post_id=:id", "posts id=:id"],
    ),
    "LEFT JOIN binds its right side": (
        sa.select(p.id, li.id).outerjoin(likes, sa.and_(li.post_id == p.id, li.user_id == given("me"))).where(by_me),
        ["likes user_id=:me", "posts author_id=:me"],
    ),
    "LEFT JOIN does not bind its left side": (
        sa.select(p.id, li.id).outerjoin(likes, sa.and_(li.post_id == p.id, by_me)),
        ["likes post_id=<id>", "posts"],
    ),
    "WHERE makes a LEFT JOIN an inner one": (
        sa.select(p.id, li.id).outerjoin(likes, li.post_id == p.id).where(li.post_id == given("id")),
        ["likes post_id=:id", "posts id=:id"],
    ),
    "FULL JOIN binds nothing": (
        sa.select(p.id, u.name).select_from(posts.join(users, sa.and_(u.id == p.author_id, by_me), full=True)),
        ["posts", "users"],
    ),
    "a page's range": (
        sa.select(p.id)
        .where(p.nook == given("nook"), behind)
        .order_by(p.created_at.desc(), p.id.desc())
        .limit(given("limit")),
        ["posts nook=:nook | created_at,id <"],
    ),
    "BETWEEN": (
        sa.select(p.id).where(by_me, p.created_at.between(given("a"), given("z"))),
        ["posts author_id=:me | created_at <= created_at >="],
    ),
    "text ordered by another collation": (
        sa.select(u.id).where(u.id == given("id"), u.name > given("n")),
        ["users id=:id"],
    ),
    "EXISTS sees what is known outside": (
        sa.select(p.id).where(by_me, sa.exists().where(b.blocked_id == p.author_id)),
        ["blocks blocked_id=:me", "posts author_id=:me"],
    ),
    "NOT EXISTS too": (
        sa.select(p.id).where(p.nook == given("nook"), ~either_blocks),
        ["blocks blocked_id=:me", "blocks blocker_id=:me", "posts nook=:nook"],
    ),
    "outside does not see what EXISTS knows": (
        sa.select(p.id).where(sa.exists().where(li.post_id == p.id, p.author_id == given("me"))),
        ["likes", "posts"],
    ),
    "IN with a select": (
        sa.select(p.id).where(by_me, p.id.in_(sa.select(li.post_id).where(li.user_id == given("who")))),
        ["likes user_id=:who", "posts author_id=:me"],
    ),
    "a select in WHERE is no display": (
        sa.select(p.id).where(p.nook == given("nook"), like_count > 3),
        ["likes", "posts nook=:nook"],
    ),
    "a select in ORDER BY is no display": (
        sa.select(p.id, like_count.label("n")).where(by_me).order_by(like_count),
        ["likes", "posts author_id=:me"],
    ),
    "ordered by its label": (
        sa.select(p.id, like_count.label("n")).where(by_me).order_by(sa.desc("n")),
        ["likes", "posts author_id=:me"],
    ),
    "a count beside each row": (
        sa.select(p.id, like_count.label("n")).where(by_me),
        ["likes post_id=<id>", "posts author_id=:me"],
    ),
    "a parameter rather than the result": (
        sa.select(p.id, i_like.label("mine")).where(p.nook == given("nook")),
        ["likes user_id=:me", "posts nook=:nook"],
    ),
    "a count beside the row asked for": (
        sa.select(like_count.label("n"), p.kind).where(p.id == given("id")),
        ["likes post_id=:id", "posts id=:id"],
    ),
    "LEFT JOIN for display": (
        sa.select(p.id, p.co_author_id, u.name).outerjoin(users, u.id == p.co_author_id).where(by_me),
        ["posts author_id=:me", "users id=<co_author_id>"],
    ),
    "LEFT JOIN cannot be watched by its own column": (
        sa.select(p.id, u.id.label("user_id")).outerjoin(users, u.id == p.co_author_id).where(by_me),
        ["posts author_id=:me", "users"],
    ),
    "a foreign key for display": (
        sa.select(p.id, p.author_id, u.name).join(users, u.id == p.author_id).where(p.nook == given("nook")),
        ["posts nook=:nook", "users id=<author_id>"],
    ),
    "a foreign key seen from its target": (
        sa.select(p.id, u.id.label("author"), u.name).join(users, u.id == p.author_id).where(p.nook == given("nook")),
        ["posts nook=:nook", "users id=<author>"],
    ),
    "a foreign key that may be null": (
        sa.select(p.id, p.co_author_id, u.name).join(users, u.id == p.co_author_id).where(p.nook == given("nook")),
        ["posts nook=:nook", "users id=<co_author_id>"],
    ),
    "a foreign key that also filters": (
        sa.select(p.id, p.author_id)
        .join(users, sa.and_(u.id == p.author_id, u.age > 3))
        .where(p.nook == given("nook")),
        ["posts nook=:nook", "users | age >"],
    ),
    "a display that orders": (
        sa.select(p.id, p.author_id, u.name)
        .join(users, u.id == p.author_id)
        .where(p.nook == given("nook"))
        .order_by(u.name),
        ["posts nook=:nook", "users"],
    ),
    "a display that groups": (
        sa.select(p.author_id, sa.func.count())
        .join(users, u.id == p.author_id)
        .where(by_me_in_nook := p.nook == given("n"))
        .group_by(p.author_id, u.age),
        ["posts nook=:n", "users"],
    ),
    "DISTINCT": (
        sa.select(p.author_id, u.name).join(users, u.id == p.author_id).where(by_me_in_nook).distinct(),
        ["posts nook=:n", "users"],
    ),
    "a window": (
        sa.select(p.id, p.author_id, sa.func.sum(u.age).over()).join(users, u.id == p.author_id).where(by_me_in_nook),
        ["posts nook=:n", "users"],
    ),
    "two tables for display": (
        sa.select(p.id, p.author_id, p.co_author_id, u.name, co_authors.c.name)
        .join(users, u.id == p.author_id)
        .outerjoin(co_authors, co_authors.c.id == p.co_author_id)
        .where(by_me_in_nook),
        ["posts nook=:n", "users id=<author_id>", "users id=<co_author_id>"],
    ),
    "a derived table keeps its own facts": (
        sa.select(newest.c.id, newest.c.author_id, u.name).outerjoin(users, u.id == newest.c.author_id),
        ["posts nook=:nook", "users id=<author_id>"],
    ),
    "facts do not enter a derived table": (
        sa.select(newest.c.id).where(newest.c.author_id == given("me")),
        ["posts nook=:nook"],
    ),
    "a CTE": (
        sa.select(newest_cte.c.id, li.id.label("like_id")).outerjoin(likes, li.post_id == newest_cte.c.id),
        ["likes post_id=<id>", "posts nook=:nook"],
    ),
    "UNION": (
        sa.union_all(sa.select(p.id).where(by_me), sa.select(li.post_id).where(li.user_id == given("me"))),
        ["likes user_id=:me", "posts author_id=:me"],
    ),
    "the same table inside and outside": (
        sa.select(u.name).where(
            u.id == given("me"), sa.select(u.id).where(u.age == given("age")).correlate(None).exists()
        ),
        ["users age=:age", "users id=:me"],
    ),
    "more than 32 alternatives": (
        sa.select(p.id).where(*(sa.or_(by_me, p.nook == f"n{i}") for i in range(6))),
        ["posts author_id=:me", *(f"posts nook='n{i}'" for i in range(1))],
    ),
}


@pytest.mark.parametrize("rule", [rule for rule in KEYED if rule != "more than 32 alternatives"])
def test_reads(rule: str) -> None:
    source, expected = KEYED[rule]
    assert reads(source) == expected


def test_more_alternatives_than_are_followed_only_widen_the_read() -> None:
    source, _ = KEYED["more than 32 alternatives"]
    found = reads(source)
    assert "posts author_id=:me" in found
    assert len(found) <= 32


WHOLE = [
    rule
    for rule, (_, expected) in KEYED.items()
    if any(read.split(" |")[0] in ("posts", "users", "likes") for read in expected)
]


@pytest.mark.parametrize("rule", WHOLE)
def test_a_whole_table_needs_a_reason(rule: str) -> None:
    with pytest.raises(DependsOnWholeTable):
        reads(KEYED[rule][0], None)


def test_a_constant_that_names_no_single_row_needs_a_reason() -> None:
    everything_in_the_nook = sa.select(p.id).where(p.kind == "sphere")
    with pytest.raises(DependsOnWholeTable):
        reads(everything_in_the_nook, None)
    assert reads(everything_in_the_nook) == ["posts kind='sphere'"]
    assert reads(sa.select(u.name).where(u.id == "admin"), None) == ["users id='admin'"]


def test_the_refusal_says_which_column_to_select() -> None:
    with pytest.raises(DependsOnWholeTable, match=r"Have posts\.author_id or users\.id in"):
        reads(sa.select(p.id, u.name).join(users, u.id == p.author_id).where(p.nook == given("nook")), None)
    with pytest.raises(DependsOnWholeTable, match=r"Have posts\.id in"):
        reads(sa.select(p.kind, like_count.label("n")).where(p.nook == given("nook")), None)


@pytest.mark.parametrize(
    "source",
    [
        sa.select(sa.func.our_own_function(u.id)).where(u.id == given("id")),
        sa.select(u.id).where(u.id == given("id"), sa.text("EXISTS (SELECT 1 FROM likes)")),
        sa.select(sa.literal_column("(SELECT count(*) FROM likes)")).where(u.id == given("id")),
        sa.select(sa.text("*")).select_from(sa.text("(SELECT 1) AS one")),
        sa.select(u.id).where(u.id == given("id")).prefix_with("DISTINCT"),
        sa.select(u.id, page.lateral("one").c.id).where(u.id == given("id")),
    ],
)
def test_what_cannot_be_seen_through_is_refused(source: sa.Select[Any]) -> None:
    with pytest.raises(DependsOnWholeTable):
        statement(source)


def test_foreign_keys_in_a_circle_decide_about_rows() -> None:
    tables = sa.MetaData()
    left = sa.Table(
        "left",
        tables,
        sa.Column("id", ID, primary_key=True),
        sa.Column("r", ID, sa.ForeignKey("right.id"), nullable=False),
    )
    right = sa.Table(
        "right",
        tables,
        sa.Column("id", ID, primary_key=True),
        sa.Column("l", ID, sa.ForeignKey("left.id"), nullable=False),
    )
    both = sa.select(left.c.id, left.c.r, right.c.id, right.c.l).where(left.c.r == right.c.id, right.c.l == left.c.id)
    assert reads(both) == ["left", "right"]


def test_watches_are_spelled_as_the_log_spells_them() -> None:
    one = statement(
        sa.select(p.id).where(
            by_me, p.is_video == given("video"), p.nook == sa.any_(given("nooks", type_=sa.ARRAY(ID)))
        )
    )
    found = one.watches({"me": "a", "video": False, "nooks": ["x", "y", "x", None]}, [])
    assert [(watch.columns, watch.key) for watch in found] == [
        (("author_id", "is_video", "nook"), ("a", "f", "x")),
        (("author_id", "is_video", "nook"), ("a", "f", "y")),
    ]


def test_a_null_parameter_watches_nothing() -> None:
    assert statement(sa.select(u.name).where(u.id == given("id"))).watches({"id": None}, []) == []


def test_keys_from_the_result_leave_out_nulls_and_repetitions() -> None:
    source, _ = KEYED["LEFT JOIN for display"]
    rows = [{"co_author_id": "x"}, {"co_author_id": None}, {"co_author_id": "x"}]
    found = statement(source).watches({"me": "a"}, rows)
    assert [watch.key for watch in found if watch.table == "users"] == [("x",)]


def test_a_parameter_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(TypeError):
        statement(sa.select(u.name).where(u.age == given("age"))).watches({"age": "seven"}, [])


def test_a_whole_table_has_no_key() -> None:
    made: Statement = statement(sa.select(u.name), whole_table="a list of everybody")
    (watch,) = made.watches({}, [])
    assert (watch.table, watch.columns, watch.key) == ("users", (), ())


def test_comparisons_with_other_types_are_not_followed() -> None:
    local = sa.select(p.id).where(by_me, p.created_at < given("at", type_=sa.DateTime()))
    assert reads(local) == ["posts author_id=:me"]
    assert reads(sa.select(p.id).where(by_me, p.created_at < given("at", type_=WHEN))) == [
        "posts author_id=:me | created_at <"
    ]
