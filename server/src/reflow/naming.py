"""Names in Python and on the wire."""

from __future__ import annotations


def camel(name: str) -> str:
    """``created_at`` → ``createdAt``; a leading underscore stays (``_id``)."""
    lead = len(name) - len(name.lstrip("_"))
    first, *rest = name[lead:].split("_")
    return name[:lead] + first + "".join(part[:1].upper() + part[1:] for part in rest)


def canonical_path(path: str) -> str:
    """The one spelling of a function's path.

    ``messages.js:list`` → ``messages:list``, ``messages`` → ``messages:default``.
    """
    module, colon, name = path.rpartition(":")
    if not colon:
        module, name = path, "default"
    return f"{module.removesuffix('.js')}:{name}"
