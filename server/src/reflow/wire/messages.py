"""The clients' messages: one JSON object per text frame."""

from __future__ import annotations

import json
import re
import struct
from base64 import b64decode
from typing import Annotated, Any, Literal

import msgspec

from reflow.errors import BadArguments
from reflow.values import BadValue
from reflow.values import decode as decode_value

_HEAD = 400
_MOST_PLAIN = 1024 * 1024  # characters of a frame without a file
_MOST_PARTS = 5_000
_KIND = re.compile(r'"type"\s*:\s*"(Mutation|Action)"')
_REQUEST = re.compile(r'"requestId"\s*:\s*(\d{1,15})\b')

Number = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""The range of exact integers in JavaScript. Larger numbers do not fit where they are stored."""


class BadFrame(Exception):
    """A frame that no client sends; the connection must be closed with `code`."""

    def __init__(self, reason: str, code: int = 1002) -> None:
        super().__init__(reason)
        self.code = code


class Message(msgspec.Struct, tag_field="type", tag=True, rename="camel"):
    """Base of all messages. Unknown fields are ignored."""


class Connect(Message):
    """The first frame of every connection.

    Attributes:
        session_id: The page's own id, the same over all its reconnects. Not a secret.
        connection_count: How many connections it had before this one.
        max_observed_timestamp: The highest `ts` it has seen, as base64, or absent.
        client_ts: Its clock in milliseconds; 0 from clients that do not measure.
    """

    session_id: str
    connection_count: Number = 0
    last_close_reason: str | None = None
    max_observed_timestamp: str | None = None
    client_ts: Annotated[float, msgspec.Meta(ge=0, lt=2**53)] = 0


class Authenticate(Message):
    """Sets the sender's identity from now on: a "User", by the token in `value`, or "None"."""

    speaker: str = msgspec.field(name="tokenType")
    base_version: Number
    value: str | None = None


class Add(msgspec.Struct, tag_field="type", tag="Add", rename="camel"):
    """Subscribe to a query."""

    query_id: Number
    udf_path: str
    args: msgspec.Raw
    journal: str | None = None


class Remove(msgspec.Struct, tag_field="type", tag="Remove", rename="camel"):
    """End a subscription."""

    query_id: Number


class ModifyQuerySet(Message):
    """Change the set of subscriptions."""

    base_version: Number
    new_version: Number
    modifications: list[Add | Remove]


class Mutation(Message):
    """Run a mutation. `request_id` orders the calls of a session."""

    request_id: Number
    udf_path: str
    args: msgspec.Raw


class Action(Message):
    """Run an action."""

    request_id: Number
    udf_path: str
    args: msgspec.Raw


class Event(Message):
    """The client's own telemetry."""

    event_type: str = ""


class Unreadable(msgspec.Struct):
    """A call whose frame cannot be parsed, except for its number: it gets a failed answer."""

    kind: Literal["Mutation", "Action"]
    request_id: int


class Unknown(msgspec.Struct):
    """A message of an unknown kind."""


Readable = Connect | Authenticate | ModifyQuerySet | Mutation | Action | Event
_DECODER = msgspec.json.Decoder(Readable)


class _Kind(msgspec.Struct):
    type: str


_KIND_DECODER = msgspec.json.Decoder(_Kind)
_KNOWN = {"Connect", "Authenticate", "ModifyQuerySet", "Mutation", "Action", "Event"}
_PLAIN = {"Connect", "Authenticate", "ModifyQuerySet"}
"""Messages without files."""


def decode(text: str) -> Readable | Unreadable | Unknown:
    """The message in a frame.

    Raises:
        BadFrame: It is not a message, and not even a call that can be answered.
    """
    try:
        _require_few_parts(text)
        message: Readable = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        return _excused(text, error)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        return _excused(text, error) if _has_many_parts(text.encode("utf-8", "replace")) else _mended(text, error)
    return message


def unread(text: str) -> Unreadable | None:
    """The call in a frame that is too large to be parsed, found in its first bytes."""
    head = text[:_HEAD]
    kind, request = _KIND.search(head), _REQUEST.search(head)
    if not kind or not request:
        return None
    return Unreadable("Mutation" if kind[1] == "Mutation" else "Action", int(request[1]))


def _require_few_parts(text: str) -> None:
    """Refuse a frame that is large because it has very many parts. If only one text in it is large, it can be answered.

    Raises:
        BadFrame: The frame has too many parts.
    """
    if len(text) > _MOST_PLAIN and _KIND_DECODER.decode(text).type in _PLAIN and _has_many_parts(text.encode()):
        raise BadFrame("The frame is too large", code=1009)


def _excused(text: str, error: Exception) -> Unreadable | Unknown:
    call = unread(text)
    if call:
        return call
    try:
        if _KIND_DECODER.decode(text).type not in _KNOWN:
            return Unknown()
    except (msgspec.DecodeError, RecursionError):
        pass
    raise BadFrame(str(error))


def _mended(text: str, error: Exception) -> Readable | Unreadable | Unknown:
    """The message after replacing half surrogate pairs, which browsers write and JSON does not allow."""
    try:
        whole = json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8", "replace")
        message: Readable = _DECODER.decode(whole)
    except (ValueError, RecursionError):
        return _excused(text, error)
    return message


def arguments(raw: msgspec.Raw, largest: int) -> dict[str, Any]:
    """The argument object of a call: ``[{…}]`` on the wire.

    Raises:
        BadArguments: It is larger than `largest` bytes, has too many values, is not one object, or is not a value.
    """
    text = bytes(raw)
    if len(text) > largest:
        raise BadArguments(f"The arguments are larger than {largest} bytes")
    if _has_many_parts(text):
        raise BadArguments(f"The arguments hold more than {_MOST_PARTS} values")
    try:
        given = decode_value(text)
    except BadValue as error:
        raise BadArguments(str(error)) from None
    return argument_object(given)


def _has_many_parts(text: bytes) -> bool:
    """Whether a JSON text takes long to parse for its size: a photo is one value, and a list of as many bytes has
    millions.

    Texts of members are never so long that their own commas and brackets would be too many.
    """
    return sum(map(text.count, (b"[", b"{", b","))) > _MOST_PARTS


def argument_object(given: Any) -> dict[str, Any]:
    """The argument object, as it is or in a list of one.

    Raises:
        BadArguments: It is neither.
    """
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if not isinstance(given, dict):
        raise BadArguments("Arguments are one object")
    return given


def timestamp(text: str) -> int:
    """The number of a `ts` in the clients' encoding: base64 of 8 bytes, little-endian.

    Raises:
        BadFrame: The text is no timestamp.
    """
    try:
        (ts,) = struct.unpack("<q", b64decode(text, validate=True))
        if ts < 0:
            raise ValueError(ts)
    except (ValueError, struct.error):
        raise BadFrame("Not a timestamp") from None
    return int(ts)
