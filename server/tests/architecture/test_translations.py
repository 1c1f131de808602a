"""Every sentence that the server writes for members has a translation."""

from __future__ import annotations

import ast
import importlib
import json
import string
from collections.abc import Iterator
from typing import Any, Final

import pytest

from architecture.sources import SERVER, WEB, Source, refusals_in
from inflow.identity.challenges import WRONG
from inflow.identity.emails import LANGUAGES
from inflow.identity.reset.reset import WRONG as WRONG_AT_RESET
from inflow.imports.rules import PROBLEMS
from inflow.media.pipeline.moderation import ModerationResult
from inflow.screening.rules import REFUSALS

MAKERS: Final = {"_invalid", "Counter", "require_fresh"}
"""Functions that make refusals of the sentences they are given."""

TRANSLATED: Final = sorted(
    path.name for path in (WEB / "locales").iterdir() if path.is_dir() and path.name != LANGUAGES[0]
)

NOT_FOR_MEMBERS: Final = {"The request is malformed: {error}", "Requests to this address must be {content_type}."}
"""Sentences that only developers of clients can get."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_refusal_is_translated_and_no_translation_is_left_over(sources: list[Source], language: str) -> None:
    catalogue = json.loads((WEB / "locales" / language / "refusals.json").read_text(encoding="utf-8"))

    written = _refusals(sources)
    assert sorted(written - catalogue.keys()) == [], f"add to web/locales/{language}/refusals.json"
    assert sorted(catalogue.keys() - written) == [], f"remove from web/locales/{language}/refusals.json"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translated_refusal_has_the_values_of_the_english_one(language: str) -> None:
    catalogue = json.loads((WEB / "locales" / language / "refusals.json").read_text(encoding="utf-8"))

    assert [english for english, other in catalogue.items() if _fields(english) != _fields(other)] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_emails_of_a_language_have_every_sentence_and_its_values(language: str) -> None:
    english, other = (_emails(each) for each in (LANGUAGES[0], language))

    assert list(english) == list(other)
    assert [name for name in english if _fields(english[name]) != _fields(other[name])] == []


def _emails(language: str) -> dict[str, str]:
    path = SERVER / "src" / "inflow" / "identity" / "locales" / f"{language}.json"
    catalogue: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return catalogue


def _fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _refusals(sources: list[Source]) -> set[str]:
    """The English sentences of all refusals, with their constants filled in and their values as ``{name}``."""
    found = {WRONG, WRONG_AT_RESET, ModerationResult(allowed=False).message, *REFUSALS.values(), *PROBLEMS}
    for source in sources:
        if source.path.startswith(("src/inflow/", "src/reflow/")) and "/demo/" not in source.path:
            found.update(sentence for node in source.nodes() for sentence in _sentences(node, source))
    return found - NOT_FOR_MEMBERS


def _sentences(node: ast.AST, source: Source) -> Iterator[str]:
    said = [argument for call in refusals_in(node) for argument in call.args[1:2]]
    if isinstance(node, ast.Call) and ast.unparse(node.func) in MAKERS:
        said += [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "message")]
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "template":
        said.append(node.value)
    for expression in said:
        sentence = _value(expression, source)
        if isinstance(sentence, str) and " " in sentence:
            yield sentence


def _value(expression: ast.expr, source: Source) -> Any:
    """The value of an expression of a module's own names; None where it needs others."""
    name = source.path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    names = vars(importlib.import_module(name))
    try:
        return eval(compile(ast.Expression(expression), source.path, "eval"), names)
    except (NameError, AttributeError, SyntaxError):
        return None
