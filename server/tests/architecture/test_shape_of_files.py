"""Files short enough to read, with a name and an introduction."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

from architecture.sources import WEB, Source

MOST_LINES = 400
NO_NAMES = {"misc", "util"}
"""Words that name nothing. A name may not end in one of them."""

GENERATED = {"src/api.ts", "src/callLimits.ts"}


def test_no_file_is_longer_than_can_be_read(every_source: list[Source]) -> None:
    assert _too_long({source.path: source.text for source in every_source}) == []


def test_no_file_of_the_web_is_longer_than_can_be_read() -> None:
    assert _too_long(_web_files()) == []


def test_every_module_says_what_it_is(sources: list[Source]) -> None:
    assert [source.path for source in sources if not ast.get_docstring(source.tree)] == []


def test_no_name_of_a_module_means_two_things(every_source: list[Source]) -> None:
    twice = [
        (source.path, name)
        for source in every_source
        for name, times in Counter(_assigned(source)).items()
        if times > 1
    ]

    assert twice == []


def test_utils_and_misc_are_no_names(every_source: list[Source]) -> None:
    named = [(source.path, name) for source in every_source for name in (Path(source.path).stem, *_defined(source))]

    assert [(path, name) for path, name in named if _is_no_name(name)] == []


def test_utils_and_misc_are_no_names_of_web_files() -> None:
    assert [path for path in _web_files() if _is_no_name(Path(path).name.split(".")[0])] == []


def _too_long(texts: dict[str, str]) -> list[tuple[str, int]]:
    lengths = {path: text.count("\n") for path, text in texts.items()}
    return [(path, length) for path, length in lengths.items() if length > MOST_LINES]


def _web_files() -> dict[str, str]:
    found = [path for folder in ("src", "e2e") for path in sorted((WEB / folder).rglob("*")) if path.is_file()]
    written = {path.relative_to(WEB).as_posix(): path for path in found if path.suffix in {".ts", ".tsx", ".css"}}
    return {name: path.read_text(encoding="utf-8") for name, path in written.items() if name not in GENERATED}


def _defined(source: Source) -> list[str]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node.name for node in source.nodes() if isinstance(node, kinds)]


def _assigned(source: Source) -> list[str]:
    """The names that statements of the module itself give values to."""
    targets = [
        target
        for node in source.tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _is_no_name(name: str) -> bool:
    """Whether the name ends in one of those words, in any spelling and number."""
    *_, last = re.findall(r"[A-Z]?[a-z]+", name) or [""]
    return last.lower() in NO_NAMES or last.lower().removesuffix("s") in NO_NAMES
