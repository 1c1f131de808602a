"""Reactive functions over PostgreSQL: a query's result stays true on every screen that shows it.

Queries, mutations and actions are typed functions that clients call by name. What a query read is known from its
statements, what changed is read off the database's log, and only what the one touches of the other runs again.

Everything that a feature needs is imported from here: ``from reflow import MutationCtx, mutation, statement``. A name
loads its module when it is first used, so that a process which needs only the errors loads no database driver. What
starts and serves an app is imported from its own module: ``reflow.live``, ``reflow.wire``, ``reflow.changes``,
``reflow.contrib``, ``reflow.embedded``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

_MODULES: Final = {
    "action": "reflow.functions",
    "ActionCtx": "reflow.context",
    "AppError": "reflow.errors",
    "Connection": "reflow.postgres.database",
    "Ctx": "reflow.context",
    "Database": "reflow.postgres.database",
    "DAY": "reflow.limits.rate_limits",
    "FIRST_PAGE": "reflow.pagination",
    "host_of": "reflow.limits.hosts",
    "HOUR": "reflow.limits.rate_limits",
    "Identity": "reflow.identity",
    "internal_mutation": "reflow.functions",
    "internal_query": "reflow.functions",
    "MINUTE": "reflow.limits.rate_limits",
    "MOST_ITEMS": "reflow.pagination",
    "mutation": "reflow.functions",
    "MutationCtx": "reflow.context",
    "Page": "reflow.pagination",
    "Pages": "reflow.pagination",
    "paginate": "reflow.pagination",
    "PaginationOpts": "reflow.pagination",
    "query": "reflow.functions",
    "QueryCtx": "reflow.context",
    "RateLimit": "reflow.limits.rate_limits",
    "ReadCtx": "reflow.context",
    "Registry": "reflow.functions",
    "Row": "reflow.postgres.database",
    "SlidingWindow": "reflow.limits.rate_limits",
    "Statement": "reflow.statements",
    "statement": "reflow.statements",
}
"""The public names and the module of each; ``__init__.pyi`` says the same to type checkers."""

__all__ = list(_MODULES)


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module 'reflow' has no attribute {name!r}")
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
