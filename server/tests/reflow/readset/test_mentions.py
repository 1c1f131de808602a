"""The columns that a statement mentions: an update of other columns alone runs no query, so none may be missed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam as given

from reflow.readset import REPLICA_IDENTITY_FULL
from reflow.statements import statement

from .schema import ID

metadata = sa.MetaData()
sides = sa.Table(
    "sides",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("place", ID, nullable=False),
    sa.Column("unread", sa.Integer, nullable=False),
    info=REPLICA_IDENTITY_FULL,
)
elsewhere = sides.to_metadata(sa.MetaData(), schema="other")
lightly = sa.table("sides", sa.column("id", ID), sa.column("unread", sa.Integer))
of_id = sides.c.id == given("id")
as_cte = sa.select(sides.c.id, (sides.c.unread + 1).label("more")).where(of_id).cte("as_cte")


def mentions(source: sa.Select[Any]) -> dict[str, set[str] | None]:
    reads = statement(source, whole_table="to look at").reads
    return {read.table: None if read.mentioned is None else set(read.mentioned) for read in reads}


KNOWN: dict[str, tuple[sa.Select[Any], set[str]]] = {
    "in the result": (sa.select(sides.c.place).where(of_id), {"id", "place"}),
    "through an alias": (sa.select((s := sides.alias("s")).c.place).where(s.c.id == given("id")), {"id", "place"}),
    "behind a common table": (sa.select(as_cte.c.more), {"id", "unread"}),
    "in an order": (sa.select(sides.c.id).where(of_id).order_by(sides.c.unread.desc()), {"id", "unread"}),
    "in a window": (
        sa.select(sa.func.rank().over(partition_by=sides.c.place, order_by=sides.c.unread)).where(of_id),
        {"id", "place", "unread"},
    ),
    "in a group": (
        sa.select(sa.func.min(sides.c.id)).where(of_id).group_by(sides.c.place).having(sa.func.max(sides.c.unread) > 1),
        {"id", "place", "unread"},
    ),
}


@pytest.mark.parametrize(("source", "columns"), KNOWN.values(), ids=KNOWN.keys())
def test_a_column_is_found_wherever_it_is(source: sa.Select[Any], columns: set[str]) -> None:
    assert mentions(source) == {"sides": columns}


UNKNOWN: dict[str, Callable[[], sa.Select[Any]]] = {
    "a column without a table": lambda: sa.select(sides.c.id, sa.column("unread")).where(of_id),
    "a column as text": lambda: sa.select(sides.c.id, sa.literal_column("unread")).where(of_id),
    "an order by name": lambda: sa.select(sides.c.id).where(of_id).order_by(sa.desc("unread")),
    "the row as a whole": lambda: sa.select(sa.func.row_to_json(sides.table_valued())).where(of_id),
    "the table by name": lambda: sa.select(sides.c.id).where(
        of_id, sa.exists().where(lightly.c.id == sides.c.id, lightly.c.unread > 1)
    ),
}


@pytest.mark.parametrize("source", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_if_it_cannot_be_known_any_column_counts(source: Callable[[], sa.Select[Any]]) -> None:
    assert mentions(source()) == {"sides": None}


def test_tables_of_the_same_name_in_two_schemas_are_apart() -> None:
    source = sa.select(sides.c.place, elsewhere.c.unread).join(elsewhere, elsewhere.c.id == sides.c.id).where(of_id)

    assert mentions(source) == {"sides": {"id", "place"}, "other.sides": {"id", "unread"}}
