"""Conditions, split into the facts that they state.

A condition becomes a list of alternatives. Each alternative is a tuple of atoms that all hold if the alternative does.
Only TRUE conditions count: an atom is never true of a null, except the opaque one, whose meaning is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import elements, operators

from reflow.readset.kinds import Kind, comparable, is_ordered, key_kind_of, kind_of, wal_text
from reflow.readset.reads import AnyOf, Literal, Parameter, Source

MOST_ALTERNATIVES = 32

_SIGNS: dict[Any, str] = {
    operators.eq: "=",
    operators.ne: "!=",
    operators.lt: "<",
    operators.le: "<=",
    operators.gt: ">",
    operators.ge: ">=",
}
_TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Alias:
    """One occurrence of a table or a derived table in a FROM.

    Attributes:
        source: The FROM element.
        table: The table; None for a derived one.
        groups: The right sides of outer joins that contain it, outermost first: there its columns may be all null.
    """

    def __init__(self, source: Any, table: sa.TableClause | None, groups: tuple[Group, ...]) -> None:
        self.source = source
        self.table = table
        self.groups = groups

    @property
    def name(self) -> str:
        return str(getattr(self.source, "name", self.source))


class Group:
    """The right side of an outer join, whose columns are either all joined or all null.

    Attributes:
        members: The aliases within.
        on: The join's condition; None for a FULL JOIN, whose condition proves nothing.
        inner: Conditions of inner joins in this group and not in a smaller one.
    """

    def __init__(self, on: Any) -> None:
        self.members: set[Alias] = set()
        self.on = on
        self.inner: list[Any] = []


@dataclass(frozen=True, slots=True)
class Ref:
    """A column of an alias."""

    alias: Alias
    column: str


@dataclass(frozen=True, slots=True)
class Equal:
    """Two columns are equal."""

    left: Ref
    right: Ref


@dataclass(frozen=True, slots=True)
class Bound:
    """A column equals a known value."""

    ref: Ref
    source: Source
    kind: Kind


@dataclass(frozen=True, slots=True)
class Compared:
    """Columns compare with known values."""

    refs: tuple[Ref, ...]
    kinds: tuple[Kind, ...]
    operator: str
    sources: tuple[Parameter | Literal, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """Any other condition, which may contain selects."""

    element: Any


Atom = Equal | Bound | Compared | Opaque
Alternative = tuple[Atom, ...]
Environment = Mapping[Any, Alias]


def aliases_of(atom: Atom) -> set[Alias]:
    """The aliases whose columns cannot be null where the atom holds."""
    if isinstance(atom, Equal):
        return {atom.left.alias, atom.right.alias}
    if isinstance(atom, Bound):
        return {atom.ref.alias}
    if isinstance(atom, Compared) and len(atom.refs) == 1:
        return {atom.refs[0].alias}
    return set()


def bare(element: Any) -> Any:
    """The element without parentheses."""
    while isinstance(element, elements.Grouping):
        element = element.element
    return element


def conjuncts(conditions: Iterable[Any]) -> list[Any]:
    """The parts that must all hold."""
    parts: list[Any] = []
    for condition in map(bare, conditions):
        if isinstance(condition, elements.BooleanClauseList) and condition.operator is operators.and_:
            parts += conjuncts(condition.clauses)
        else:
            parts.append(condition)
    return parts


def alternatives(conditions: Iterable[Any], environment: Environment) -> list[Alternative]:
    """The disjunctive normal form of conditions that must all hold; a part with too many alternatives stays opaque."""
    result: list[Alternative] = [()]
    for part in conjuncts(conditions):
        choices = _choices(part, environment)
        if len(result) * len(choices) > MOST_ALTERNATIVES:
            choices = [(Opaque(part),)]
        result = [before + choice for before in result for choice in choices]
    return result


def certain(conditions: Iterable[Any], environment: Environment) -> Alternative:
    """The atoms that hold in every case."""
    parts = conjuncts(conditions)
    return tuple(atom for part in parts if not _is_or(part) for atom in _atoms(part, environment))


def _is_or(part: Any) -> bool:
    return isinstance(part, elements.BooleanClauseList) and part.operator is operators.or_


def _choices(part: Any, environment: Environment) -> list[Alternative]:
    if not _is_or(part):
        return [_atoms(part, environment)]
    return [choice for clause in part.clauses for choice in alternatives([clause], environment)]


def _atoms(part: Any, environment: Environment) -> Alternative:
    """The atoms of one condition without AND and OR."""
    found: Alternative | None = None
    if isinstance(part, elements.BinaryExpression):
        found = _binary(part, environment)
    else:
        found = _truth(part, True, environment)
    return found if found is not None else (Opaque(part),)


def _binary(part: elements.BinaryExpression[Any], environment: Environment) -> Alternative | None:
    left, right = bare(part.left), bare(part.right)
    if part.operator in (operators.is_, operators.eq) and isinstance(right, (elements.True_, elements.False_)):
        return _truth(left, isinstance(right, elements.True_), environment)
    if part.operator is operators.between_op and isinstance(right, elements.ExpressionClauseList):
        low, high = right.clauses
        return _both(_compared(left, ">=", low, environment), _compared(left, "<=", high, environment))
    sign = _SIGNS.get(part.operator)
    if sign is None:
        return None
    if isinstance(left, elements.Tuple) and isinstance(right, elements.Tuple):
        return _row_compared(left, sign, right, environment)
    if ref_of(left, environment) is None:
        left, right, sign = right, left, _TURNED[sign]
    return _equal(left, right, environment) if sign == "=" else _compared(left, sign, right, environment)


def _both(first: Alternative | None, second: Alternative | None) -> Alternative | None:
    return None if first is None or second is None else first + second


def _truth(element: Any, value: bool, environment: Environment) -> Alternative | None:
    """A boolean column alone or after NOT, as an atom."""
    if isinstance(element, elements.AsBoolean):
        value = value if element.operator is operators.is_true else not value
        element = bare(element.element)
    ref = ref_of(element, environment)
    if ref is None or kind_of(element) is not Kind.BOOLEAN:
        return None
    return (Bound(ref, Literal(value), Kind.BOOLEAN),)


def _equal(left: Any, right: Any, environment: Environment) -> Alternative | None:
    ref, kind = ref_of(left, environment), key_kind_of(left) if isinstance(left, elements.ColumnClause) else None
    if ref is None or kind is None:
        return _compared(left, "=", right, environment)
    other = ref_of(right, environment)
    if other is not None:
        return (Equal(ref, other),) if key_kind_of(right) is kind else None
    if isinstance(right, elements.CollectionAggregate) and right.operator is operators.any_op:
        source = _source(right.element, kind, in_array=True)
        return (Bound(ref, AnyOf(source.name), kind),) if isinstance(source, Parameter) else None
    source = _source(right, kind)
    if isinstance(source, Literal) and not _fits(kind, source.value):
        return None
    return None if source is None else (Bound(ref, source, kind),)


def _fits(kind: Kind, value: object) -> bool:
    try:
        wal_text(kind, value)
    except (TypeError, ValueError):
        return False
    return True


def _compared(left: Any, sign: str, right: Any, environment: Environment) -> Alternative | None:
    return _comparison([left], sign, [right], environment)


def _row_compared(
    left: elements.Tuple, sign: str, right: elements.Tuple, environment: Environment
) -> Alternative | None:
    ours, theirs = [*map(bare, left.clauses)], [*map(bare, right.clauses)]
    if len(ours) != len(theirs) or sign == "!=":
        return None
    if sign == "=":
        parts = [_equal(a, b, environment) for a, b in zip(ours, theirs, strict=True)]
        return tuple(atom for part in parts for atom in part or ()) if all(parts) else None
    return _comparison(ours, sign, theirs, environment)


def _comparison(columns: list[Any], sign: str, values: list[Any], environment: Environment) -> Alternative | None:
    refs = [ref_of(column, environment) for column in columns]
    if None in refs or len({ref.alias for ref in refs if ref}) != 1:
        return None
    kinds = [kind_of(column) for column in columns]
    sources = [_source(value, kind) for value, kind in zip(values, kinds, strict=True)]
    if None in kinds or None in sources:
        return None
    if sign not in ("=", "!=") and not all(map(is_ordered, columns)):
        return None
    for kind, source in zip(kinds, sources, strict=True):
        if isinstance(source, Literal) and not _compares(kind, source.value):
            return None
    return (Compared(tuple(refs), tuple(kinds), sign, tuple(sources)),)  # type: ignore[arg-type]  # no None is left


def _compares(kind: Any, value: object) -> bool:
    try:
        comparable(kind, value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def ref_of(element: Any, environment: Environment) -> Ref | None:
    """The column that this element is, if it belongs to a known alias."""
    if not isinstance(element, elements.ColumnClause) or element.is_literal or element.table is None:
        return None
    alias = environment.get(element.table)
    return None if alias is None else Ref(alias, element.name)


def _source(element: Any, kind: Kind | None, *, in_array: bool = False) -> Parameter | Literal | None:
    """The known value that this element is, if it has the same kind as the column that it is compared with."""
    element = bare(element)
    if not isinstance(element, elements.BindParameter) or element.expanding or element.callable is not None:
        return None
    of_type = element.type
    if in_array:
        of_type = of_type.item_type if isinstance(of_type, sa.ARRAY) else sa.types.NULLTYPE
    if not isinstance(of_type, sa.types.NullType) and kind_of(sa.column("value", of_type)) is not kind:
        return None
    return Literal(element.value) if element.unique else Parameter(element.key)
