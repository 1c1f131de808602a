"""What is true of every call: it can be reached, it says what it does, and its refusals are published."""

from __future__ import annotations

import ast
from types import ModuleType

from architecture.sources import Source
from inflow.app.functions import ERROR_CODES, registry
from reflow.functions import Registry

CALLS = (".queries", ".mutations", ".actions", ".names", ".pictures", ".quotes")


def test_every_call_is_published(product: list[ModuleType]) -> None:
    written = Registry.of(*(module for module in product if module.__name__.endswith(CALLS)))

    assert {call.path for call in written} == {call.path for call in registry()}


def test_every_call_says_what_it_does() -> None:
    assert [call.path for call in registry() if not call.doc] == []


def test_every_code_of_a_refusal_is_published(sources: list[Source]) -> None:
    raised = {code for source in sources for node in source.nodes() for code in _codes(node)}

    assert raised - set(ERROR_CODES) == set()


def _codes(node: ast.AST) -> list[str]:
    """The code in ``AppError("code", …)``."""
    if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("AppError") or not node.args:
        return []
    first = node.args[0]
    return [first.value] if isinstance(first, ast.Constant) and isinstance(first.value, str) else []
