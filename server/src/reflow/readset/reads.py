"""The dependencies of a statement, before its parameters and its result are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, Protocol

from reflow.readset.kinds import Comparable, Kind, comparable, wal_text
from reflow.readset.watch import Comparison, KeySet, Watch

_LEAST_SHARED = 64  # values of an array parameter from which on they are one set; a page's own lists are shorter


class DependsOnWholeTable(TypeError):
    """The statement's result depends on rows that no key selects, or on data that the analysis cannot determine."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """The value is a parameter of the statement."""

    name: str


@dataclass(frozen=True, slots=True)
class Literal:
    """The value is a constant in the statement."""

    value: Any


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The values are the elements of an array parameter."""

    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """The values are those of a column of the result."""

    label: str


Source = Parameter | Literal | AnyOf | Result


class Labelled(Protocol):
    """A row of a result."""

    def __getitem__(self, label: str, /) -> Any:
        """The value of the column with this name."""


class KeyColumn(NamedTuple):
    """A column that equals a known value in every contributing row."""

    column: str
    source: Source
    kind: Kind


class Residual(NamedTuple):
    """A comparison with known values that is true of every contributing row."""

    columns: tuple[str, ...]
    kinds: tuple[Kind, ...]
    operator: str
    sources: tuple[Parameter | Literal, ...]


class _NoRow(Exception):
    """An equality with NULL: no row contributes."""


@dataclass(frozen=True, slots=True)
class Read:
    """Rows of one table that the result depends on.

    Attributes:
        table: Its name, with the schema in front unless that is ``public``.
        key: Equalities, sorted by column; empty if every row contributes.
        residuals: Comparisons that narrow it further.
        mentioned: The columns that the statement mentions, if the log contains the table's old rows as a whole.
    """

    table: str
    key: tuple[KeyColumn, ...]
    residuals: tuple[Residual, ...] = ()
    mentioned: frozenset[str] | None = None

    @property
    def columns(self) -> frozenset[str]:
        """Every column of the table by which changes are matched."""
        return frozenset(part.column for part in self.key).union(*(part.columns for part in self.residuals))

    def covers(self, other: Read) -> bool:
        """Whether this read makes the other one redundant."""
        narrower = set(self.key) <= set(other.key) and set(self.residuals) <= set(other.residuals)
        return self.table == other.table and narrower

    def watches(self, given: Mapping[str, object], rows: Sequence[Labelled]) -> Iterator[Watch]:
        """One watch for each concrete key.

        Args:
            given: The statement's parameters.
            rows: Its result.

        Raises:
            TypeError: A parameter is not of its column's type.
        """
        try:
            residuals = tuple(filter(None, (_compared(residual, given) for residual in self.residuals)))
            place, keys = self._keys(given, rows)
        except _NoRow:
            return
        columns = tuple(part.column for part in self.key)
        for key in keys:
            yield Watch(self.table, columns, key, residuals, place, self.mentioned)

    def _keys(
        self, given: Mapping[str, object], rows: Sequence[Labelled]
    ) -> tuple[int | None, Iterable[tuple[str | KeySet, ...]]]:
        """The keys, and where in them a set is."""
        choices: list[Sequence[str | KeySet]] = [_texts(part, given) for part in self.key]
        shared = next((place for place, texts in enumerate(choices) if len(texts) >= _LEAST_SHARED), None)
        if shared is not None:
            choices[shared] = [KeySet.of(choices[shared])]  # type: ignore[arg-type]  # these are texts
        labels = {place: part for place, part in enumerate(self.key) if isinstance(part.source, Result)}
        if not labels:
            return shared, product(*choices)
        # Columns taken from the result belong together row by row, so each distinct combination is one choice.
        found: dict[tuple[str | KeySet, ...], None] = {}
        for row in rows:
            values = {place: row[part.source.label] for place, part in labels.items()}  # type: ignore[union-attr]
            if None not in values.values():
                for place, value in values.items():
                    choices[place] = [wal_text(self.key[place].kind, value)]
                found.update(dict.fromkeys(product(*choices)))
        return shared, found


def _texts(part: KeyColumn, given: Mapping[str, object]) -> list[str]:
    source = part.source
    if isinstance(source, Result):
        return []
    value = source.value if isinstance(source, Literal) else given[source.name]
    if value is None:
        raise _NoRow
    if isinstance(source, AnyOf):
        elements: Any = value
        return list(dict.fromkeys(wal_text(part.kind, element) for element in elements if element is not None))
    return [wal_text(part.kind, value)]


def _compared(residual: Residual, given: Mapping[str, object]) -> Comparison | None:
    """The comparison with its values; None if it cannot be evaluated outside PostgreSQL."""
    values: list[Comparable] = []
    for source, kind in zip(residual.sources, residual.kinds, strict=True):
        value = source.value if isinstance(source, Literal) else given[source.name]
        if value is None:
            if len(residual.columns) == 1:
                raise _NoRow
            return None
        try:
            values.append(comparable(kind, value))
        except (TypeError, ValueError, OverflowError):
            return None
    return Comparison(residual.columns, residual.kinds, residual.operator, tuple(values))
