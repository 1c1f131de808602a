"""Decoding of pgoutput, the logical replication messages of PostgreSQL, protocol version 2.

Version 2 streams large transactions while they run: their changes come in blocks between those of other transactions,
and a block at the end says whether they were committed.

https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from struct import Struct

import msgspec

from reflow.changes.transactions import Change, Transaction, Values
from reflow.postgres.database import PUBLIC

_BEGIN = Struct(">qqI")
_COMMIT = Struct(">Bqqq")
_STREAM_COMMIT = Struct(">IBqqq")
_TWO_U32 = Struct(">II")
_U32 = Struct(">I")
_TRUNCATE = Struct(">IB")
_MOST_CHANGES = 5_000

_STREAM_STOP = ord("E")
_ROWS = frozenset(b"IUD")

SIGNALS = "reflow.signal"
"""The prefix of logical messages that the decoder treats as changes of tables that do not exist."""


def signals_in(schema: str) -> str:
    """The prefix for the app of this schema. Every app of the database gets the messages of all."""
    return SIGNALS if schema == PUBLIC else f"{SIGNALS}.{schema}"


class _Relation(msgspec.Struct, frozen=True):
    table: str
    columns: tuple[str, ...]
    identity: frozenset[str]


class _Open:
    """A transaction whose commit has not come yet.

    Attributes:
        relations: The tables as it sees them, where that differs from the committed state.
        part: The id of the subtransaction whose changes come now.
        parts: The subtransaction of each change.
    """

    def __init__(self, xid: int) -> None:
        self.xid = xid
        self.changes: list[Change] = []
        self.parts: list[int] = []
        self.part = xid
        self.counts: dict[str, int] = {}
        self.whole: set[str] = set()
        self.relations: dict[int, _Relation] = {}

    def add(self, change: Change) -> None:
        self.changes.append(change)
        self.parts.append(self.part)

    def mark_whole(self, table: str) -> None:
        """Record that any row of this table may have changed."""
        self.whole.add(table)
        if self.counts.pop(table, 0):
            self._keep([change.table != table for change in self.changes])

    def roll_back(self, part: int) -> None:
        """Drop the changes of a subtransaction. What it marked stays marked."""
        self._keep([each != part for each in self.parts])

    def done(self, end: int) -> Transaction:
        """The transaction, whose commit record ends here."""
        return Transaction(self.xid, end, self.changes, frozenset(self.whole))

    def _keep(self, which: list[bool]) -> None:
        self.changes = list(compress(self.changes, which))
        self.parts = list(compress(self.parts, which))


class Decoder:
    """Turns messages into transactions. It keeps no rows of a table that was written too often in one transaction.

    Args:
        most_changes: Above this many rows of one table in one transaction, the whole table counts as changed.
        schema: The schema whose tables are named without it.

    Attributes:
        streamed: How many messages of transactions that still run were processed so far.
        skipped: The first nine bytes of row messages that can be skipped in the streamed block that comes now: rows of
            tables that count as changed as a whole.
    """

    def __init__(self, *, most_changes: int = _MOST_CHANGES, schema: str = PUBLIC) -> None:
        self._most_changes = most_changes
        self._schema = schema
        self._signals = signals_in(schema)
        self._relations: dict[int, _Relation] = {}
        self._open = _Open(0)
        self._streams: dict[int, _Open] = {}
        self._is_in_stream = False
        self.streamed = 0
        self.skipped: set[bytes] = set()
        self._decoders: dict[int, Callable[[bytes], Transaction | None]] = {
            ord("B"): self._begin,
            ord("R"): self._relation,
            ord("I"): self._insert,
            ord("U"): self._update,
            ord("D"): self._delete,
            ord("T"): self._truncate,
            ord("C"): self._commit,
            ord("M"): self._signal,
            ord("S"): self._stream_start,
            ord("E"): self._stream_stop,
            ord("c"): self._stream_commit,
            ord("A"): self._stream_abort,
        }

    def feed(self, message: bytes) -> Transaction | None:
        """Process one message. Returns the transaction if this was its commit. Unknown kinds are skipped."""
        decode = self._decoders.get(message[0])
        if decode is None:
            return None
        if self._is_in_stream and message[0] != _STREAM_STOP:
            self._feed_streamed(message, decode)
            return None
        return decode(message)

    def _feed_streamed(self, message: bytes, decode: Callable[[bytes], Transaction | None]) -> None:
        """Process a message in a streamed block, which has the id of its subtransaction after the kind."""
        self.streamed += 1
        if message[0] in _ROWS and self._find(message[5:9]).table in self._open.whole:
            self.skipped.add(message[:9])
            return
        self._open.part = int.from_bytes(message[1:5], "big")
        decode(message[:1] + message[5:])

    def _begin(self, message: bytes) -> None:
        _, _, xid = _BEGIN.unpack_from(message, 1)
        self._open = _Open(xid)

    def _commit(self, message: bytes) -> Transaction:
        _, _, end, _ = _COMMIT.unpack_from(message, 1)
        done, self._open = self._open.done(end), _Open(0)
        return done

    def _stream_start(self, message: bytes) -> None:
        (xid,) = _U32.unpack_from(message, 1)
        self._is_in_stream = True
        self._open = self._streams.setdefault(xid, _Open(xid))

    def _stream_stop(self, _message: bytes) -> None:
        self._is_in_stream = False
        self._open = _Open(0)
        self.skipped.clear()

    def _stream_commit(self, message: bytes) -> Transaction:
        xid, _, _, end, _ = _STREAM_COMMIT.unpack_from(message, 1)
        done = self._streams.pop(xid, None) or _Open(xid)
        self._relations |= done.relations
        return done.done(end)

    def _stream_abort(self, message: bytes) -> None:
        xid, part = _TWO_U32.unpack_from(message, 1)
        if part == xid:
            self._streams.pop(xid, None)
        elif xid in self._streams:
            self._streams[xid].roll_back(part)

    def _relation(self, message: bytes) -> None:
        (number,) = _U32.unpack_from(message, 1)
        relation = _read_relation(message, self._schema)
        known = self._open.relations.get(number) or self._relations.get(number)
        # While a transaction runs, only that transaction sees what it altered.
        (self._open.relations if self._is_in_stream else self._relations)[number] = relation
        if known is not None and known != relation:
            # The table was altered, so old values under the former names cannot be compared.
            self._open.mark_whole(known.table)
            self._open.mark_whole(relation.table)

    def _find(self, number: bytes) -> _Relation:
        key = int.from_bytes(number, "big")
        return self._open.relations.get(key) or self._relations[key]

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
            at = 6 + 4 * place
            self._open.mark_whole(self._find(message[at : at + 4]).table)

    def _signal(self, message: bytes) -> None:
        """Process a logical message. With our prefix it counts as an insert; others come from other programs and are
        skipped.
        """
        prefix, at = _read_string(message, 10)
        if prefix == self._signals and message[1] & 1:
            table, new = msgspec.json.decode(message[at + 4 :], type=tuple[str, Values])
            self._add(table, new, None)

    def _listed(self, message: bytes) -> _Relation | None:
        """The relation of this row, or None if its table already counts as changed as a whole."""
        relation = self._find(message[1:5])
        return None if relation.table in self._open.whole else relation

    def _add(self, table: str, new: Values | None, old: Values | None) -> None:
        count = self._open.counts.get(table, 0) + 1
        self._open.counts[table] = count
        if count > self._most_changes:
            self._open.mark_whole(table)
        else:
            self._open.add(Change(table, new, old))


def _read_relation(message: bytes, own_schema: str) -> _Relation:
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
    table = name if schema == own_schema else f"{schema or 'pg_catalog'}.{name}"
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
