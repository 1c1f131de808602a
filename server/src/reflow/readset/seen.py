"""The contents of an expression, and the refusal of parts whose reads cannot be determined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import elements, functions, selectable
from sqlalchemy.sql.dml import UpdateBase

from reflow.readset.reads import DependsOnWholeTable

Select = sa.Select[Any]

# Functions of PostgreSQL that read no table and return one value for one row (or group, or window). Any other function
# may read tables without this being visible, or return many rows or none.
_ONE_VALUE = """
abs age any array_agg array_append array_cat array_length array_position array_prepend array_remove
array_to_string avg bit_and bit_count bit_or bool_and bool_or btrim cardinality ceil char_length clock_timestamp
coalesce concat concat_ws count cume_dist current_date current_timestamp date_part date_trunc decode dense_rank encode
every extract first_value floor format gen_random_uuid greatest initcap json_agg json_array_length
json_build_array json_build_object json_object_agg jsonb_agg jsonb_array_length jsonb_build_array
jsonb_build_object jsonb_object_agg jsonb_set lag last_value lead least left length ln localtimestamp lower lpad
ltrim make_interval max md5 min mod mode now nth_value ntile nullif octet_length percent_rank percentile_cont
percentile_disc pg_current_xact_id plainto_tsquery position power random rank regexp_replace repeat replace
reverse right round row_number row_to_json rpad rtrim sha256 sign split_part sqrt starts_with
statement_timestamp stddev strpos string_agg strip substr substring sum to_char to_date to_json to_jsonb
to_timestamp to_tsquery to_tsvector transaction_timestamp translate trim trunc ts_headline ts_rank upper uuidv7
variance websearch_to_tsquery
"""
_MANY_ROWS = """
generate_series json_array_elements json_array_elements_text jsonb_array_elements jsonb_array_elements_text
regexp_split_to_table string_to_table unnest
"""
_TRANSPARENT = frozenset(_ONE_VALUE.split())
_UNFOLDING = frozenset(_MANY_ROWS.split())
_WITHOUT_CALLS = re.compile(r"[^()]*")


def nodes(element: Any) -> Iterator[Any]:
    """The element and all elements below it. Nested selects are yielded, but not entered.

    Raises:
        DependsOnWholeTable: It cannot be determined what an element below it reads.
    """
    yield element
    if isinstance(element, selectable.SelectBase):
        return
    require_visible(element)
    for child in element.get_children():
        yield from nodes(child)


def require_visible(element: Any) -> None:
    """Refuse SQL as text that contains calls, unknown functions, and writes."""
    if isinstance(element, functions.FunctionElement):
        name = getattr(element, "name", "")
        if name.lower() not in _TRANSPARENT or element.packagenames:
            raise DependsOnWholeTable(f"It cannot be seen what the function {name or element} reads.")
    text = element.text if isinstance(element, elements.TextClause) else None
    if isinstance(element, elements.ColumnClause) and element.is_literal:
        text = element.name
    if text is not None and not _WITHOUT_CALLS.fullmatch(text):
        raise DependsOnWholeTable(f"It cannot be seen what the text {text!r} reads.")
    if isinstance(element, (UpdateBase, selectable.TextualSelect)):
        raise DependsOnWholeTable(f"It cannot be seen what this reads: {element}")


def nested_selects(element: Any) -> Iterator[selectable.SelectBase]:
    """The outermost selects inside an expression."""
    return (node for node in nodes(element) if isinstance(node, selectable.SelectBase))


def sources_within(element: Any) -> Iterator[Any]:
    """The FROM element of every column inside an expression, in nested selects too, and every FROM element that appears
    itself; None for a column without a known one.
    """
    stack = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, elements.ColumnClause):
            yield node.table
            continue
        if isinstance(node, selectable.FromClause):
            yield node
        if not isinstance(node, sa.TableClause):
            stack.extend(node.get_children())


def is_expression(value: Any) -> bool:
    """Whether it is SQL, and not a Python value."""
    return isinstance(value, elements.ClauseElement)


def is_relation(element: Any) -> bool:
    """Whether a selected element is a whole FROM element, which stands for its columns."""
    return isinstance(element, (sa.TableClause, selectable.AliasedReturnsRows))


def require_rows_visible(function: Any) -> None:
    """Refuse a function in a FROM unless it only turns its arguments into rows."""
    if isinstance(function, functions.FunctionElement) and getattr(function, "name", "") in _UNFOLDING:
        for argument in function.clauses:
            for _ in nodes(argument):
                pass
        return
    raise DependsOnWholeTable(f"It cannot be seen what this FROM reads: {function}")


def refers_by_place(element: Any) -> bool:
    """Whether it may refer to a column of the result by its label's text or its number, as ORDER BY can."""
    by_text = (elements.TextClause, elements._textual_label_reference)
    for node in nodes(element):
        if isinstance(node, by_text) or (isinstance(node, elements.ColumnClause) and node.table is None):
            return True
    return False


def has_window(element: Any) -> bool:
    """Whether it contains a window function."""
    return any(isinstance(node, elements.Over) for node in nodes(element))
