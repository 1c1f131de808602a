"""The repository's Python files and their syntax trees, for the tests of this folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SERVER = Path(__file__).parents[2]
WEB = SERVER.parent / "web"


@dataclass(frozen=True)
class Source:
    """A Python file.

    Attributes:
        path: Relative to ``server/``, with forward slashes.
        text: Its content.
        tree: Its syntax tree.
    """

    path: str
    text: str
    tree: ast.Module

    def nodes(self) -> Iterator[ast.AST]:
        """Every node of the syntax tree."""
        return ast.walk(self.tree)

    def dotted_names(self) -> set[str]:
        """Names with one dot that the file uses. ``from time import sleep`` counts as ``time.sleep``."""
        return {name for node in self.nodes() for name in _names_in(node)}


def sources_in(folder: str) -> list[Source]:
    """The Python files below a folder of ``server/``."""
    paths = [path for path in sorted((SERVER / folder).rglob("*.py")) if "__pycache__" not in path.parts]
    texts = [(path.relative_to(SERVER).as_posix(), path.read_text(encoding="utf-8")) for path in paths]
    return [Source(path, text, ast.parse(text)) for path, text in texts]


def refusals_in(node: ast.AST) -> list[ast.Call]:
    """The calls by which a node makes refusals: of ``AppError``, or of ``super().__init__`` in a subclass of it."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("AppError"):
        return [node]
    if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("AppError") for base in node.bases):
        calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
        return [call for call in calls if ast.unparse(call.func) == "super().__init__"]
    return []


def _names_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return [f"{node.value.id}.{node.attr}"]
    return []
