"""Assembles the generated file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reflow.codegen.annotations import Annotations, is_page
from reflow.codegen.limits import limits_of, object_literal
from reflow.codegen.text import comment, described, literal, property_name, union
from reflow.functions import Function, Registry

AnyFunction = Function[..., Any]
Tree = dict[str, Any]

_HEADER = """\
// GENERATED from the Python signatures by `make codegen`. Do not edit: change the signature, and generate again.
// It types the calls of the server; the client finds them by their names at run time, so there is no other code here.
"""

_LIMITS_HEADER = """\
// GENERATED from the Python signatures by `make codegen`. Do not edit: change the signature, and generate again.
"""


def typescript(registry: Registry, *, error_codes: Iterable[str]) -> str:
    """The text of ``web/src/api.ts``.

    The same functions always give the same text, whatever the order in which they were registered.

    Args:
        registry: The functions to describe.
        error_codes: The codes of the product's ``AppError``.

    Raises:
        TypeError: A signature contains a type without a counterpart on the wire, two types have the same name, or a
            function has the name of a module.
    """
    functions = sorted(registry, key=lambda function: function.path)
    annotations = Annotations()
    api = _members(_tree(functions), annotations, "  ")
    sections = [
        _HEADER,
        _imports(annotations),
        *annotations.definitions(),
        "/** Why a call was refused: the `code` in the data of a `ConvexError`. */",
        f"export type ErrorCode = {union([literal(code) for code in sorted(set(error_codes))])};",
        "",
        "/** Every call of the server. */",
        "\n".join(["export const api = anyApi as unknown as {", *api, "};"]),
    ]
    return "\n".join(sections) + "\n"


def typescript_limits(registry: Registry) -> str:
    """The text of ``web/src/callLimits.ts``: the limits of arguments, which only pages with forms load.

    Args:
        registry: The functions whose limits these are.
    """
    functions = sorted(registry, key=lambda function: function.path)
    sections = [
        _LIMITS_HEADER,
        "/** Limits of arguments, by call. Lengths count code points: `[...text].length`. */",
        f"export const limits = {object_literal(_limits(functions))} as const;",
    ]
    return "\n".join(sections) + "\n"


def _imports(annotations: Annotations) -> str:
    names = ["anyApi", *(f"type {name}" for name in sorted(annotations.imports))]
    return f'import {{ {", ".join(names)} }} from "convex/server";\n'


def _limits(functions: list[AnyFunction]) -> dict[str, Any]:
    """The limits of every call that has some. A page's options are left out: the client sets them, not a form."""
    found: dict[str, Any] = {}
    for function in functions:
        limits = limits_of(function.arguments)
        limits.pop("paginationOpts", None)
        if limits:
            found[function.path] = limits
    return found


def _tree(functions: list[AnyFunction]) -> Tree:
    """Functions by the parts of their path: ``a/b:c`` is at ``["a"]["b"]["c"]``."""
    tree: Tree = {}
    for function in functions:
        module, _, name = function.path.rpartition(":")
        branch = tree
        for part in module.split("/"):
            branch = branch.setdefault(part, {})
            if not isinstance(branch, dict):
                raise TypeError(f"{function.path}: {part} is a function, and cannot be a module too")
        if branch.setdefault(name, function) is not function:
            raise TypeError(f"{function.path}: {name} is a module, and cannot be a function too")
    return tree


def _members(tree: Tree, annotations: Annotations, indent: str) -> list[str]:
    lines: list[str] = []
    for name, member in sorted(tree.items()):
        if isinstance(member, Function):
            lines += comment(described(member.doc)[0], indent)
            lines.append(f"{indent}{property_name(name)}: {_reference(member, annotations, indent)};")
        else:
            inside = _members(member, annotations, indent + "  ")
            lines += [f"{indent}{property_name(name)}: {{", *inside, f"{indent}}};"]
    return lines


def _reference(function: AnyFunction, annotations: Annotations, indent: str) -> str:
    annotations.imports.add("FunctionReference")
    returned = annotations.render(function.returns, side="returned", scope=function.call.__module__)
    arguments = _arguments(function, annotations, indent + "    ")
    parts = [literal(function.kind), '"public"', arguments, returned]
    return "FunctionReference<\n" + ",\n".join(f"{indent}  {part}" for part in parts) + f"\n{indent}>"


def _arguments(function: AnyFunction, annotations: Annotations, indent: str) -> str:
    """The type of the arguments.

    A page's options are optional on the wire, but the client's list hook accepts only calls that require them. For a
    call without arguments, only the client's own type for that case rejects surplus ones.
    """
    paged = is_page(function.returns)
    without = "paginationOpts" if paged else ""
    lines = annotations.object_type(
        function.arguments, described(function.doc)[1], side="given", indent=indent, without=without
    )
    if paged:
        annotations.imports.add("PaginationOptions")
        lines.append(f"{indent}paginationOpts: PaginationOptions;")
    return "\n".join(["{", *lines, f"{indent[:-2]}}}"]) if lines else "Record<string, never>"
