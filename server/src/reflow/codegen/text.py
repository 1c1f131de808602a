"""Pieces of TypeScript text: property names, literals, comments."""

from __future__ import annotations

import json
import re
from inspect import cleandoc

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_SECTION = re.compile(r"^(?:Args|Attributes):\n((?:[ \t].*\n?|\n(?=[ \t]))+)", re.MULTILINE)
_ENTRY = re.compile(r"^(\w+): (.*(?:\n(?:[ \t].*)?)*)", re.MULTILINE)
_ROLE = re.compile(r":(?:\w+:)?\w+:`~?([^`]+)`")


def property_name(name: str) -> str:
    """The name as the key of an object type, quoted only where it must be."""
    return name if _IDENTIFIER.fullmatch(name) else literal(name)


def literal(value: object) -> str:
    """A string, number, boolean or null as TypeScript writes it."""
    return json.dumps(value, ensure_ascii=False)


def comment(words: str | None, indent: str = "") -> list[str]:
    """A docstring as the lines of a TSDoc comment; no lines if it is empty.

    reStructuredText becomes the Markdown that editors show: double backquotes become single ones, and names of roles
    are removed.
    """
    if not words:
        return []
    plain = _ROLE.sub(r"`\1`", words).replace("``", "`").replace("*/", "*\\/")
    first, *rest = plain.strip().splitlines()
    if not rest:
        return [f"{indent}/** {first} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in (first, *rest)), f"{indent} */"]


def described(words: str) -> tuple[str, dict[str, str]]:
    """A docstring without its ``Args:`` or ``Attributes:``, and the entries of these by name."""
    section = _SECTION.search(words)
    if section is None:
        return words, {}
    entries = _ENTRY.findall(cleandoc(section[1]))
    rest = _SECTION.sub("", words).replace("\n\n\n", "\n\n").strip()
    return rest, {name: " ".join(text.split()) for name, text in entries}


def union(members: list[str]) -> str:
    """A union of these types, each once, ``null`` last; ``never`` if there is none."""
    distinct = list(dict.fromkeys(members))
    distinct.sort(key=lambda member: member == "null")
    return " | ".join(distinct) or "never"


def array(item: str) -> str:
    """``T[]``, or ``Array<A | B>``, where brackets would apply to the last part only."""
    return f"{item}[]" if _IDENTIFIER.fullmatch(item) else f"Array<{item}>"
