"""Decoding of pgoutput, the logical replication messages of PostgreSQL, protocol version 1.

https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct

import msgspec

from reflow.changes.transactions import Change, Transaction, Values

_BEGIN = Struct(">qqI")
_COMMIT = Struct(">Bqqq")
_U32 = Struct(">I")
_TRUNCATE = Struct(">IB")
_MOST_CHANGES = 5_000

SIGNALS = "reflow.signal"
"""The prefix of logical messages that the decoder treats as changes of tables that do not exist."""


class _Relation(msgspec.Struct, frozen=True):
    table: str
    columns: tuple[str, ...]
    identity: frozenset[str]


class Decoder:
    """Turns messages into transactions. It keeps no rows of a table that was written too often in one transaction.

    Args:
        most_changes: Above this many rows of one table in one transaction, the whole table counts as changed.
    """

    def __init__(self, *, most_changes: int = _MOST_CHANGES) -> None:
        self._most_changes = most_changes
        self._relations: dict[int, _Relation] = {}
        self._xid = 0
        self._begin_transaction(0)
        self._decoders: dict[int, Callable[[bytes], Transaction | None]] = {
            ord("B"): self._begin,
            ord("R"): self._relation,
            ord("I"): self._insert,
            ord("U"): self._update,
            ord("D"): self._delete,
            ord("T"): self._truncate,
            ord("C"): self._commit,
            ord("M"): self._signal,
        }

    def feed(self, message: bytes) -> Transaction | None:
        """Process one message. Returns the transaction if this was its commit. Unknown kinds are skipped."""
        decode = self._decoders.get(message[0])
        return decode(message) if decode is not None else None

    def _begin_transaction(self, xid: int) -> None:
        self._xid = xid
        self._changes: list[Change] = []
        self._counts: dict[str, int] = {}
        self._whole: set[str] = set()

    def _begin(self, message: bytes) -> None:
        _, _, xid = _BEGIN.unpack_from(message, 1)
        self._begin_transaction(xid)

    def _commit(self, message: bytes) -> Transaction:
        _, _, end, _ = _COMMIT.unpack_from(message, 1)
        done = Transaction(self._xid, end, self._changes, frozenset(self._whole))
        self._begin_transaction(0)
        return done

    def _relation(self, message: bytes) -> None:
        (number,) = _U32.unpack_from(message, 1)
        relation = _read_relation(message)
        known = self._relations.get(number)
        self._relations[number] = relation
        if known is not None and known != relation:
            # The table was altered, so old values under the former names cannot be compared.
            self._mark_whole(known.table)
            self._mark_whole(relation.table)

    def _insert(self, message: bytes) -> None:
        relation = self._listed(message)
        if relation is not None:
            self._add(relation.table, _read_tuple(message, 6, relation.columns)[0], None)

    def _update(self, message: bytes) -> None:
        relation = self._listed(message)
        if relation is None:
            return
        at, old = 6, None
        if message[5] != ord("N"):
            old, at = _read_old(message, relation)
            at += 1
        self._add(relation.table, _read_tuple(message, at, relation.columns)[0], old)

    def _delete(self, message: bytes) -> None:
        relation = self._listed(message)
        if relation is not None:
            self._add(relation.table, None, _read_old(message, relation)[0])

    def _truncate(self, message: bytes) -> None:
        count, _ = _TRUNCATE.unpack_from(message, 1)
        for place in range(count):
            (number,) = _U32.unpack_from(message, 6 + 4 * place)
            self._mark_whole(self._relations[number].table)

    def _signal(self, message: bytes) -> None:
        """Process a logical message. With our prefix it counts as an insert; others come from other programs and are
        skipped.
        """
        prefix, at = _read_string(message, 10)
        if prefix == SIGNALS and message[1] & 1:
            table, new = msgspec.json.decode(message[at + 4 :], type=tuple[str, Values])
            self._add(table, new, None)

    def _listed(self, message: bytes) -> _Relation | None:
        """The relation of this row, or None if its table already counts as changed as a whole."""
        relation = self._relations[int.from_bytes(message[1:5], "big")]
        return None if relation.table in self._whole else relation

    def _add(self, table: str, new: Values | None, old: Values | None) -> None:
        count = self._counts.get(table, 0) + 1
        self._counts[table] = count
        if count > self._most_changes:
            self._mark_whole(table)
        else:
            self._changes.append(Change(table, new, old))

    def _mark_whole(self, table: str) -> None:
        self._whole.add(table)
        if self._counts.pop(table, 0):
            self._changes = [change for change in self._changes if change.table != table]


def _read_relation(message: bytes) -> _Relation:
    schema, at = _read_string(message, 5)
    name, at = _read_string(message, at)
    count = int.from_bytes(message[at + 1 : at + 3], "big")
    at += 3
    columns, identity = [], set()
    for _ in range(count):
        column, after = _read_string(message, at + 1)
        columns.append(column)
        if message[at] & 1:
            identity.add(column)
        at = after + 8
    table = name if schema == "public" else f"{schema or 'pg_catalog'}.{name}"
    return _Relation(table, tuple(columns), frozenset(identity))


def _read_string(message: bytes, at: int) -> tuple[str, int]:
    end = message.index(b"\0", at)
    return message[at:end].decode(), end + 1


def _read_old(message: bytes, relation: _Relation) -> tuple[Values, int]:
    """The old row, and where it ends. A key tuple ('K') contains nulls for columns outside the identity; they are left
    out.
    """
    values, end = _read_tuple(message, 6, relation.columns)
    if message[5] == ord("K"):
        identity = relation.identity
        values = {column: value for column, value in values.items() if column in identity}
    return values, end


def _read_tuple(message: bytes, at: int, columns: tuple[str, ...]) -> tuple[Values, int]:
    """The row that begins at this byte, and where it ends. An unchanged large value ('u') is left out."""
    values: Values = {}
    at += 2
    for column in columns:
        kind = message[at]
        at += 1
        if kind == 116:  # "t", a value as text
            end = at + 4 + int.from_bytes(message[at : at + 4], "big")
            values[column] = message[at + 4 : end].decode()
            at = end
        elif kind == 110:  # "n", null
            values[column] = None
    return values, at
