"""Annotations as TypeScript types. A type with a name in Python keeps it, and is defined once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from enum import Enum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Never, NewType, Union, get_args, get_origin
from uuid import UUID

import msgspec

from reflow.codegen.text import array, comment, described, literal, property_name, union

Side = Literal["given", "returned"]

_PLAIN: dict[object, str] = {
    None: "null",
    NoneType: "null",
    Any: "any",
    object: "unknown",
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    bytes: "ArrayBuffer",
    datetime: "string",
    date: "string",
    time: "string",
    UUID: "string",
}
_LISTS = {list, Sequence}
_RECORDS = {dict, Mapping}
_RESERVED = {
    "Array",
    "ArrayBuffer",
    "ErrorCode",
    "FunctionReference",
    "PaginationOptions",
    "PaginationResult",
    "Record",
}


class Annotations:
    """Renders annotations and keeps the definitions they need.

    Attributes:
        imports: Names of the client's own types that were used.
    """

    def __init__(self) -> None:
        self.imports: set[str] = set()
        self._owners: dict[str, object] = {}
        self._definitions: dict[str, list[str]] = {}

    def definitions(self) -> list[str]:
        """The lines that define every named type so far, by name."""
        return [line for _, lines in sorted(self._definitions.items()) for line in (*lines, "")]

    def render(self, annotation: Any, *, side: Side, scope: str) -> str:
        """The TypeScript type of a Python annotation.

        Args:
            annotation: A resolved annotation, ``Annotated`` included.
            side: Whether the client gives the value or gets it. A field with a default is optional in values that
                clients give, and always present in values that they get.
            scope: Name of the module that contains the annotation, to look up the name of its alias.

        Raises:
            TypeError: It has no counterpart on the wire, or two types have one name.
        """

        def inner(part: Any) -> str:
            return self.render(part, side=side, scope=scope)

        if _is_engines(annotation, "reflow.values", "Int64"):
            return "bigint"
        plain = _PLAIN.get(annotation) if _hashable(annotation) else None
        if plain is not None:
            return plain
        if isinstance(annotation, NewType):
            return self._brand(annotation, inner)
        if isinstance(annotation, type) and get_origin(annotation) is None:
            return self._class(annotation, side)
        return self._parametrised(annotation, scope, inner)

    def object_type(
        self, struct: type[msgspec.Struct], about: Mapping[str, str], *, side: Side, indent: str, without: str = ""
    ) -> list[str]:
        """The lines between the braces of a struct's type.

        Args:
            struct: The struct.
            about: The documentation of its fields, by their names in Python.
            side: See :meth:`render`.
            indent: The indentation of every line.
            without: Wire name of a field to leave out.
        """
        lines = []
        if struct.__struct_config__.tag_field is not None:
            lines.append(f"{indent}{struct.__struct_config__.tag_field}: {literal(struct.__struct_config__.tag)};")
        for field in msgspec.structs.fields(struct):
            if field.encode_name == without:
                continue
            rendered = self.render(field.type, side=side, scope=struct.__module__)
            lines += comment(about.get(field.name), indent)
            mark = "?" if may_be_absent(struct, field, side) else ""
            lines.append(f"{indent}{property_name(field.encode_name)}{mark}: {rendered};")
        return lines

    def _parametrised(self, annotation: Any, scope: str, inner: Callable[[Any], str]) -> str:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Literal:
            return self._literal(arguments, scope)
        if is_page(annotation):
            self.imports.add("PaginationResult")
            return f"PaginationResult<{inner(arguments[0])}>"
        if origin is Annotated:
            return inner(arguments[0])
        parts = [inner(part) for part in arguments if part not in (..., msgspec.UnsetType)]
        if origin in (Union, UnionType):
            return union(parts)
        return _container(origin, parts, open_ended=arguments[1:] == (...,)) or _unsaid(annotation, scope)

    def _class(self, kind: type, side: Side) -> str:
        if _is_engines(kind, "reflow.pagination", "PaginationOpts"):
            self.imports.add("PaginationOptions")
            return "PaginationOptions"
        if issubclass(kind, msgspec.Struct) and not kind.__struct_config__.array_like:
            return self._struct(kind, side)
        if issubclass(kind, Enum):
            return self._named(kind.__name__, kind, lambda: _alias(kind.__name__, [member.value for member in kind]))
        return _unsaid(kind, kind.__module__)

    def _struct(self, struct: type[msgspec.Struct], side: Side) -> str:
        is_input = side == "given" and _differs_when_given(struct, set())
        name = f"{struct.__name__}Input" if is_input else struct.__name__

        def define() -> list[str]:
            words, about = described(cleandoc(struct.__dict__.get("__doc__") or ""))
            fields = self.object_type(struct, about, side=side, indent="  ")
            return [*comment(words), f"export type {name} = {{", *fields, "};"]

        return self._named(name, (struct, is_input), define)

    def _brand(self, made: NewType, inner: Callable[[Any], str]) -> str:
        name = made.__name__
        return self._named(
            name,
            made,
            lambda: [f"export type {name} = {inner(made.__supertype__)} & {{ readonly __brand: {literal(name)} }};"],
        )

    def _literal(self, values: tuple[object, ...], scope: str) -> str:
        name = _alias_of(values, scope)
        if name is None:
            return union([literal(value) for value in values])
        return self._named(name, values, lambda: _alias(name, list(values)))

    def _named(self, name: str, owner: object, define: Callable[[], list[str]]) -> str:
        """Define the name once. The name is registered before its lines are made, because a type may refer to
        itself.
        """
        if name in _RESERVED:
            raise TypeError(f"{name} has a meaning of its own in TypeScript; rename {owner!r}")
        if self._owners.setdefault(name, owner) != owner:
            raise TypeError(f"Two types are named {name}: {self._owners[name]!r} and {owner!r}")
        if name not in self._definitions:
            self._definitions[name] = []
            self._definitions[name] = define()
        return name


def _container(origin: Any, parts: list[str], *, open_ended: bool) -> str | None:
    if origin in _LISTS or (origin is tuple and open_ended):
        return array(parts[0])
    if origin is tuple:
        return f"[{', '.join(parts)}]"
    if origin in _RECORDS and parts[0] != "number":
        return f"Record<{parts[0]}, {parts[1]}>"
    return None


def _unsaid(annotation: Any, scope: str) -> Never:
    raise TypeError(f"{annotation!r} (in {scope}) cannot be said in TypeScript")


def is_page(annotation: Any) -> bool:
    """Whether it is the engine's generic class `Page`."""
    return _is_engines(get_origin(annotation), "reflow.pagination", "Page")


def may_be_absent(struct: type[msgspec.Struct], field: msgspec.structs.FieldInfo, side: Side) -> bool:
    """Whether the key may be missing from the object."""
    if field.default is msgspec.UNSET:
        return True
    return not field.required and (side == "given" or struct.__struct_config__.omit_defaults)


def _differs_when_given(struct: type[msgspec.Struct], seen: set[type]) -> bool:
    """Whether it, or a struct inside it, has a field that is optional in arguments and always present in results."""
    if struct in seen:
        return False
    seen.add(struct)
    fields = msgspec.structs.fields(struct)
    if any(may_be_absent(struct, field, "given") != may_be_absent(struct, field, "returned") for field in fields):
        return True
    return any(_differs_when_given(inside, seen) for field in fields for inside in _structs_in(field.type))


def _structs_in(annotation: Any) -> list[type[msgspec.Struct]]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return [annotation]
    return [struct for part in get_args(annotation) for struct in _structs_in(part)]


def _alias(name: str, values: list[object]) -> list[str]:
    return [f"export type {name} = {union([literal(value) for value in values])};"]


def _alias_of(values: tuple[object, ...], scope: str) -> str | None:
    """The module's name for these literals."""
    known = vars(sys.modules[scope]).items()
    names = [name for name, value in known if get_origin(value) is Literal and get_args(value) == values]
    return min((name for name in names if name[0].isupper()), default=None)


def _is_engines(annotation: Any, module: str, name: str) -> bool:
    """Whether it is this class of the engine. It is compared by name, so that this module does not import the engine's
    others.
    """
    return getattr(annotation, "__module__", None) == module and getattr(annotation, "__name__", None) == name


def _hashable(annotation: Any) -> bool:
    try:
        hash(annotation)
    except TypeError:
        return False
    return True
