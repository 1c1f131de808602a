"""The limits of arguments, as a constant for forms: a page can report an error before the server refuses it."""

from __future__ import annotations

from typing import Annotated, Any, NewType, get_args, get_origin

import msgspec

from reflow.codegen.text import literal, property_name

Limits = dict[str, Any]

_NAMES = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
}


def limits_of(annotation: Any, outer: tuple[Any, ...] = ()) -> Limits:
    """The limits in an annotation, by JSON Schema's names.

    A struct's are under its fields' wire names, a list's items' under ``items``. Lengths count code points, as Python
    does.
    """
    if annotation in outer:
        return {}
    inside = (*outer, annotation)
    if isinstance(annotation, NewType):
        return limits_of(annotation.__supertype__, inside)
    if get_origin(annotation) is Annotated:
        base, *notes = get_args(annotation)
        own = [_of_note(note) for note in notes if isinstance(note, msgspec.Meta)]
        return {key: value for limits in (limits_of(base, inside), *own) for key, value in limits.items()}
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        fields = {field.encode_name: limits_of(field.type, inside) for field in msgspec.structs.fields(annotation)}
        return {name: limits for name, limits in fields.items() if limits}
    if get_origin(annotation) in (list, set, frozenset, tuple):
        items = limits_of(get_args(annotation)[0], inside)
        return {"items": items} if items else {}
    return {key: value for part in get_args(annotation) for key, value in _of_part(part, inside).items()}


def object_literal(limits: Limits, indent: str = "") -> str:
    """Nested limits as a TypeScript object."""
    if not any(isinstance(value, dict) for value in limits.values()):
        inside = ", ".join(f"{property_name(key)}: {literal(value)}" for key, value in limits.items())
        return f"{{ {inside} }}" if inside else "{}"
    lines = [f"{indent}  {property_name(key)}: {_member(value, indent + '  ')}," for key, value in limits.items()]
    return "\n".join(["{", *lines, f"{indent}}}"])


def _member(value: Any, indent: str) -> str:
    return object_literal(value, indent) if isinstance(value, dict) else literal(value)


def _of_note(note: msgspec.Meta) -> Limits:
    found = {wire: getattr(note, name) for name, wire in _NAMES.items()}
    return {wire: value for wire, value in found.items() if value is not None}


def _of_part(part: Any, outer: tuple[Any, ...]) -> Limits:
    """A member of a union. Arguments of ``Literal`` are values, not types."""
    is_type = isinstance(part, (type, NewType)) or get_origin(part) is not None
    return limits_of(part, outer) if is_type else {}
