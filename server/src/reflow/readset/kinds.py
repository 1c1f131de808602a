"""Types of columns whose values have a single text form, so that parameters can be compared with values in the WAL."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import CITEXT

_BYTEWISE = frozenset({None, "C", "POSIX", "C.UTF-8", "pg_c_utf8", "ucs_basic", "default"})
Comparable = str | int | datetime | UUID


class Kind(Enum):
    """The kind of a column's values, for comparisons outside PostgreSQL."""

    TEXT = "text"
    INTEGER = "int"
    UUID = "uuid"
    BOOLEAN = "bool"
    INSTANT = "timestamptz"


def kind_of(column: sa.ColumnElement[Any]) -> Kind | None:
    """The column's kind; None for a type that PostgreSQL may compare differently from Python."""
    of_type = type(column.type)
    if not of_type.__module__.startswith("sqlalchemy."):
        return None
    if issubclass(of_type, sa.String) and not issubclass(of_type, (sa.CHAR, sa.NCHAR, sa.Enum)):
        return Kind.TEXT if of_type is not CITEXT and column.type.collation in _BYTEWISE else None  # type: ignore[attr-defined]
    for base, kind in ((sa.Integer, Kind.INTEGER), (sa.Uuid, Kind.UUID), (sa.Boolean, Kind.BOOLEAN)):
        if issubclass(of_type, base):
            return kind
    if issubclass(of_type, sa.DateTime) and column.type.timezone:  # type: ignore[attr-defined]
        return Kind.INSTANT
    return None


def key_kind_of(column: sa.ColumnElement[Any]) -> Kind | None:
    """The column's kind, if equal values always have equal texts. An instant's text depends on the session's time
    zone.
    """
    kind = kind_of(column)
    return None if kind is Kind.INSTANT else kind


def is_ordered(column: sa.ColumnElement[Any]) -> bool:
    """Whether Python orders the column's values as PostgreSQL does."""
    kind = kind_of(column)
    if kind is Kind.TEXT:
        return bool(column.type.collation == "C")  # type: ignore[attr-defined]
    return kind in (Kind.INTEGER, Kind.BOOLEAN, Kind.INSTANT)


def wal_text(kind: Kind, value: object) -> str:
    """The text of this value in the WAL.

    Raises:
        TypeError: The value is not of this kind.
    """
    if kind is Kind.TEXT and isinstance(value, str):
        return value if type(value) is str else str.__str__(value)
    if kind is Kind.BOOLEAN and isinstance(value, bool):
        return "t" if value else "f"
    if kind is Kind.INTEGER and isinstance(value, int):
        return str(int(value))
    if kind is Kind.UUID and isinstance(value, (UUID, str)):
        return str(value if isinstance(value, UUID) else UUID(value))
    raise TypeError(f"{value!r} is no {kind.value}")


def comparable(kind: Kind, value: object) -> Comparable:
    """The value in the form for comparisons in Python.

    Raises:
        TypeError: The value is not of this kind.
    """
    if kind is Kind.INSTANT:
        if isinstance(value, datetime):
            return value.astimezone(UTC)
        raise TypeError(f"{value!r} is no {kind.value}")
    return from_wal(kind, wal_text(kind, value))


def from_wal(kind: Kind, text: str) -> Comparable:
    """The value for this text from the WAL.

    Raises:
        ValueError: It has no counterpart in Python (``infinity``, years BC).
    """
    if kind is Kind.INTEGER:
        return int(text)
    if kind is Kind.BOOLEAN:
        return text == "t"
    if kind is Kind.INSTANT:
        instant = datetime.fromisoformat(text)
        if instant.tzinfo is None:
            raise ValueError(f"{text!r} has no time zone")
        return instant
    return text
