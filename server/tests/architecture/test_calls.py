"""Rules that every call keeps: clients can reach it, it has a docstring, and its refusals are published."""

from __future__ import annotations

import ast
import re
from types import ModuleType
from typing import Final

from architecture.sources import Source, refusals_in
from inflow.app.functions import ERROR_CODES, registry
from reflow.functions import Registry

IN_ANOTHER_FOLDER: Final = {
    "posts:archive": "grids",  # The grids with the post are hidden with it.
    "posts:deletePost": "grids",  # The grids with the post are deleted first, and grids stands above posts.
    "posts:editLook": "grids",  # Grids refuse a ratio with which they would not fit.
    "posts:setAudience": "grids",  # The grids with the post get another audience too.
    "posts:unarchive": "grids",  # The grids with the post return with it.
}
"""The calls that are not in the folder of their name, with the folder they are in: they change rows of both."""
CALLS_ARE_IN: Final = {"queries", "mutations", "actions"}


def test_every_published_call_is_in_a_listed_package(product: list[ModuleType]) -> None:
    published = Registry.of(*(module for module in product if not hasattr(module, "__path__")))

    assert {call.path for call in published} == {call.path for call in registry()}


def test_every_published_call_is_in_a_module_for_calls() -> None:
    modules = {call.path: call.call.__module__.split(".")[-1] for call in registry()}

    assert {path: module for path, module in modules.items() if module not in CALLS_ARE_IN} == {}


def test_every_call_is_in_the_folder_of_its_name() -> None:
    folders = {call.path: call.call.__module__.split(".")[1] for call in registry()}
    elsewhere = {path: folder for path, folder in folders.items() if folder != _snake(path.split(":")[0])}

    assert elsewhere == IN_ANOTHER_FOLDER


def test_every_call_says_what_it_does() -> None:
    assert [call.path for call in registry() if not call.doc] == []


def test_every_code_of_a_refusal_is_published(sources: list[Source]) -> None:
    raised = {code for source in sources for node in source.nodes() for code in _codes(node)}

    assert raised - set(ERROR_CODES) == set()


def _snake(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", name).lower()


def _codes(node: ast.AST) -> list[str]:
    """The code in ``AppError("code", …)``."""
    first = [call.args[0] for call in refusals_in(node) if call.args]
    return [each.value for each in first if isinstance(each, ast.Constant) and isinstance(each.value, str)]
