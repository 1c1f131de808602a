"""Values in the encoding of Convex clients, and back.

JSON, with four values that JSON lacks: ``{"$integer"}`` for a 64-bit integer, ``{"$float"}`` for NaN, the infinities
and minus zero, and ``{"$bytes"}``. A value that a client cannot read makes it fail for good and silently, so
:func:`encode` checks everything.
"""

from __future__ import annotations

import base64
import binascii
import enum
import math
import re
import struct
import uuid
from collections.abc import Callable
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

DEPTH = 32
LARGEST_INTEGER = 2**53

_FIELD_NAME = re.compile(r"(?!\$)[ -~]{0,1024}")
_LARGE = 64 * 1024  # bytes
_LONG_NUMBER = re.compile(rb"\d{16}")
_ENCODER = msgspec.json.Encoder()
_DOUBLE = struct.Struct("<d")
_LONG = struct.Struct("<q")
_TEXT = (datetime, date, time, uuid.UUID)


class BadValue(ValueError):
    """A value that Convex clients cannot send or read; the text says why."""


class Int64:
    """A 64-bit integer: JavaScript's ``bigint``. A plain ``int`` is JavaScript's ``number``."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        if not -(2**63) <= value < 2**63:
            raise BadValue("An Int64 lies between -2^63 and 2^63 - 1")
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Int64) and self.value == other.value

    def __hash__(self) -> int:
        return hash((Int64, self.value))

    def __repr__(self) -> str:
        return f"Int64({self.value})"


def decode(text: str | bytes | msgspec.Raw) -> Any:
    """The value that a client sent, as None, bool, int, float, str, bytes, Int64, list or dict.

    Raises:
        BadValue: Not JSON, nested deeper than 32, or an unknown ``$`` object.
    """
    source = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
    try:
        value = msgspec.json.decode(source)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadValue(f"Not a JSON value: {error}") from None
    return value if _needs_no_look(source) else _loaded(value, 0)


def encode(value: object, returns: Any = None, *, depth: int = 0) -> str:
    """The value as JSON text that every client can read.

    Args:
        value: None, bool, int, float, str, bytes, Int64, datetime (as text), list, tuple, dict, or msgspec structs.
        returns: The annotation it was made for. If that consists only of structs, lists and plain fields, the whole
            text is made and checked in C.
        depth: In how many lists and objects the text will be.

    Raises:
        BadValue: A field name, number or type that clients cannot read, or nesting deeper than 32.
    """
    return (_encoded_as(value, returns) or _encoded(value, depth)).decode()


def _needs_no_look(source: bytes) -> bool:
    """Whether the text certainly has no ``$`` object, no integer beyond a double, and no deep nesting.

    A large text is mostly one value, a photo: searching it for numbers would take longer than checking its values.
    """
    return (
        len(source) <= _LARGE
        and b"$" not in source
        and b"\\u0024" not in source
        and source.count(b"[") + source.count(b"{") <= DEPTH
        and not _LONG_NUMBER.search(source)
    )


def _loaded(value: Any, depth: int) -> Any:
    if type(value) is list:
        below = _deeper(depth)
        return [_loaded(item, below) for item in value]
    if type(value) is dict:
        below = _deeper(depth)
        if any(name.startswith("$") for name in value):
            return _special(value)
        return {name: _loaded(item, below) for name, item in value.items()}
    if type(value) is int and abs(value) > LARGEST_INTEGER:
        return _double(value)
    return value


def _double(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        raise BadValue("A number is out of range") from None


def _deeper(depth: int) -> int:
    if depth >= DEPTH:
        raise BadValue(f"Values are nested at most {DEPTH} deep")
    return depth + 1


def _special(value: dict[str, Any]) -> Any:
    name, content = next(iter(value.items()))
    read = _SPECIALS.get(name)
    if read is None or len(value) != 1 or not isinstance(content, str):
        raise BadValue(f"{name[:40]!r} is not a field name")
    try:
        return read(base64.b64decode(content, validate=True))
    except (binascii.Error, struct.error, ValueError):
        raise BadValue(f"{name} does not hold what it should") from None


def _special_float(raw: bytes) -> float:
    (number,) = _DOUBLE.unpack(raw)
    if not _is_special(number):
        raise BadValue("An ordinary number must not be written as $float")
    return float(number)


_SPECIALS: dict[str, Callable[[bytes], Any]] = {
    "$integer": lambda raw: Int64(_LONG.unpack(raw)[0]),
    "$float": _special_float,
    "$bytes": lambda raw: raw,
}


def _is_special(number: float) -> bool:
    return not math.isfinite(number) or (number == 0 and math.copysign(1, number) < 0)


def _encoded_as(value: object, returns: Any) -> bytes | None:
    """The JSON text, made in C, if it is certainly right; None if it must be made step by step.

    Python does not enforce annotations, so the text is decoded by the annotation and encoded again. Only a text that
    stays the same had no surplus field, no wrong type and no NaN written as null.
    """
    decoder = _decoder(returns) if returns is not None else None
    if decoder is None:
        return None
    try:
        text = _ENCODER.encode(value)
        same = _ENCODER.encode(decoder.decode(text)) == text
    except (msgspec.DecodeError, TypeError, ValueError, RecursionError):
        return None
    return text if same and not _LONG_NUMBER.search(text) else None


@lru_cache(maxsize=4096)
def _decoder(annotation: Any) -> msgspec.json.Decoder[Any] | None:
    try:
        described = inspect.type_info(annotation)
        return msgspec.json.Decoder(annotation) if _is_plain(described, 0) else None
    except (TypeError, NameError, RecursionError):
        return None


def _is_plain(described: inspect.Type, depth: int) -> bool:
    if depth > DEPTH:
        return False
    match described:
        case inspect.StructType(fields=fields, array_like=False):
            return all(_FIELD_NAME.fullmatch(f.encode_name) and _is_plain(f.type, depth + 1) for f in fields)
        case inspect.ListType(item_type=item):
            return _is_plain(item, depth + 1)
        case inspect.UnionType(types=types):
            # NaN is written as null, which would be valid for a union with None.
            return all(_is_plain(t, depth) and not isinstance(t, inspect.FloatType) for t in types)
        case inspect.Metadata(type=inner):
            return _is_plain(inner, depth)
    return isinstance(described, _PLAIN)


_PLAIN = (
    inspect.NoneType,
    inspect.BoolType,
    inspect.IntType,
    inspect.FloatType,
    inspect.StrType,
    inspect.LiteralType,
    inspect.DateTimeType,
    inspect.DateType,
    inspect.UUIDType,
)


def _encoded(value: object, depth: int) -> bytes:
    try:
        return _ENCODER.encode(_tree(value, depth))
    except UnicodeEncodeError:
        raise BadValue("A text holds half a character") from None


def _tree(value: Any, depth: int) -> Any:
    """The value with everything that JSON lacks in Convex's form."""
    scalar = _SCALARS.get(type(value))
    if scalar is not None:
        return scalar(value)
    if isinstance(value, list | tuple):
        below = _deeper(depth)
        return [_tree(item, below) for item in value]
    if isinstance(value, dict):
        below = _deeper(depth)
        return {_field_name(name): _tree(item, below) for name, item in value.items()}
    if isinstance(value, msgspec.Struct):
        fast = _encoded_as(value, type(value)) if depth + 8 <= DEPTH else None
        return msgspec.Raw(fast) if fast is not None else _tree(_fields(value), depth)
    if isinstance(value, enum.Enum):
        return _tree(value.value, depth)
    if isinstance(value, _TEXT):
        return msgspec.to_builtins(value)
    raise BadValue(f"A {type(value).__name__} cannot be sent")


def _field_name(name: object) -> str:
    if not isinstance(name, str) or not _FIELD_NAME.fullmatch(name):
        raise BadValue(f"{str(name)[:40]!r} is not a field name: printable ASCII, not starting with $")
    return name


def _fields(value: msgspec.Struct) -> dict[str, Any]:
    config = value.__struct_config__
    named: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for field in msgspec.structs.fields(value):
        content = getattr(value, field.name)
        if content is not msgspec.UNSET and not (config.omit_defaults and _is_default(field, content)):
            named[field.encode_name] = content
    return named


def _is_default(field: msgspec.structs.FieldInfo, content: object) -> bool:
    if field.default is not msgspec.NODEFAULT:
        return bool(type(content) is type(field.default) and content == field.default)
    return field.default_factory in (list, dict) and content in ([], {})


def _number(value: int) -> int:
    if abs(value) > LARGEST_INTEGER:
        raise BadValue("An integer beyond 2^53 must be an Int64")
    return value


def _float(value: float) -> Any:
    return {"$float": base64.b64encode(_DOUBLE.pack(value)).decode()} if _is_special(value) else value


def _bytes(value: bytes | bytearray) -> dict[str, str]:
    return {"$bytes": base64.b64encode(value).decode()}


def _int64(value: Int64) -> dict[str, str]:
    return {"$integer": base64.b64encode(_LONG.pack(value.value)).decode()}


def _itself(value: Any) -> Any:
    return value


_SCALARS: dict[type, Callable[[Any], Any]] = {
    type(None): _itself,
    bool: _itself,
    str: _itself,
    int: _number,
    float: _float,
    bytes: _bytes,
    bytearray: _bytes,
    Int64: _int64,
}
