"""The specification page is complete: it names every address that members can open and every message they can read."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from architecture.sources import SERVER, WEB, Source, refusals_in
from inflow.app.functions import registry

ROOT = SERVER.parent
BELOW: Final = {"inflow": SERVER / "src", "reflow": SERVER / "src", "tests": SERVER, "web": ROOT, "docs": ROOT}
"""The folder that a path on the page is relative to, by the path's first part."""

NUMBERS: Final = {
    "web/src/features/notifications/NotificationBar.tsx": "ROTATE_MS = 3_000;",
    "web/src/features/reactions/Reactions.tsx": "PLAY_MS = 1_500;",
    "web/src/screens/ResetPassword.tsx": "STAY_MS = 3_000;",
    "web/src/screens/Welcome.tsx": "STAY_MS = 10_000;",
    "web/src/screens/Sphere.tsx": "LOOK_MS = 1_500;",
    "web/src/features/composer/usePosting.ts": "TOAST_MS = 1_500;",
    "web/src/ui/Toast.ts": "STAY_MS = 3_000;",
    "web/src/ui/tokens.css": "150ms",
    "web/src/lib/swipe.ts": "SWIPE_PX = 50;",
    "web/src/ui/Avatar.tsx": 'DEFAULT = "/default-avatar.png";',
    "web/src/ui/base.css": "color-scheme: dark;",
    "web/src/features/niches/ShapeWhatsNext.tsx": "title: nextNookWords.success()",
    "web/src/features/niches/NextEdge.tsx": "title: actions.error()",
}
"""Numbers of the browser that would make a test wait too long, and facts too simple for a test of their own."""

PLACEHOLDER: Final = "…"
CATALOGUE: Final = "web/locales/en/"
LEAST_ROWS: Final = 200


@pytest.fixture(scope="module")
def page() -> str:
    """The text of docs/specification.md."""
    return (ROOT / "docs" / "specification.md").read_text(encoding="utf-8")


def test_every_call_is_on_the_page(page: str) -> None:
    assert [call.path for call in registry() if f"| `{call.path}` |" not in page] == []


def test_the_page_promises_no_call_that_does_not_exist(page: str) -> None:
    promised = re.findall(r"^\| `(\w+:\w+)` \|", page, re.MULTILINE)

    assert sorted(promised) == sorted(call.path for call in registry())


def test_every_screen_is_on_the_page(page: str) -> None:
    assert [address for address in _addresses() if f"| `{address}` |" not in page] == []


def test_every_refusal_is_on_the_page(page: str, sources: list[Source]) -> None:
    said = {(source.path, part) for source in sources for words in _refusals(source) for part in _parts(words)}

    assert [(path, words) for path, words in sorted(said) if words not in page] == []


def test_the_words_of_the_page_are_marked_in_the_catalogue(page: str) -> None:
    rows = [(words, path) for words, cell in _messages(page) for path in _named(cell) if path.startswith(CATALOGUE)]
    unmarked = [
        (words, path)
        for words, path in rows
        if not any(all(part in marked for part in _parts(words)) for marked in _marked(_file(path)))
    ]

    assert unmarked == []


def test_every_marked_message_of_the_catalogue_is_on_the_page(page: str) -> None:
    said = {words for words, _ in _messages(page)}
    marked = [(path.name, words) for path in sorted((ROOT / CATALOGUE).glob("*.json")) for words in _marked(path)]

    assert [(name, words) for name, words in marked if not any(words in one or one in words for one in said)] == []


def test_messages_are_in_the_sources_as_they_are_on_the_page(page: str) -> None:
    strays = [(words, part) for words, cell in _messages(page) for part in _parts(words) if part not in _text_of(cell)]

    assert strays == []


@pytest.mark.parametrize(("path", "number"), NUMBERS.items())
def test_numbers_are_in_the_sources_as_they_are_on_the_page(page: str, path: str, number: str) -> None:
    assert f"`{path}`" in page
    assert number in _file(path).read_text(encoding="utf-8")


def test_every_file_that_is_named_exists(page: str) -> None:
    assert [path for path in _named(page) if not _file(path).is_file()] == []


def test_every_row_says_where_it_is_kept_and_what_tests_it(page: str) -> None:
    rows = [row for row in _rows(page) if not set("".join(row)) <= set("-")]

    assert len(rows) > LEAST_ROWS
    assert [row for row in rows if any(not cell for cell in row)] == []
    assert [row for row in rows if row[-1] != "Tested" and not re.search(r"tests?/|\.(spec|test)\.ts", row[-1])] == []


def _addresses() -> set[str]:
    """The addresses of the browser: each path that paths.ts builds, without its query, and each route."""
    made = re.findall(r'=> "(/[^"?]*)', (WEB / "src/paths.ts").read_text(encoding="utf-8"))
    routes = re.findall(r'path: "(/[^"]*)", \.\.\.', (WEB / "src/app/routes.tsx").read_text(encoding="utf-8"))
    return {*made, *routes}


REFUSING = {"_invalid", "Counter", "require_fresh"}
"""Functions that make refusals of the words they are given."""


def _refusals(source: Source) -> Iterator[str]:
    """The words of the product's refusals: as literals, or as constants of a rules.py."""
    if not source.path.startswith("src/inflow/"):
        return
    for node in source.nodes():
        for call in refusals_in(node):
            if len(call.args) > 1:
                yield from _words(call.args[1])
        if isinstance(node, ast.Call) and ast.unparse(node.func) in REFUSING:
            said = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "message")]
            sentences = (words for part in said for words in _words(part) if _is_sentence(words))
            yield from (re.sub(r"\{\w+\}", PLACEHOLDER, words) for words in sentences)
        if isinstance(node, ast.AnnAssign) and source.path.endswith("/rules.py") and node.value is not None:
            yield from (words for words in _words(node.value) if _is_sentence(words))


def _marked(path: Path) -> list[str]:
    """The words of a catalogue file that the specification gives, with a placeholder for each parameter."""
    entries = json.loads(path.read_text(encoding="utf-8")).values()
    texts = (entry["text"] for entry in entries if isinstance(entry, dict) and entry.get("specification"))
    return [re.sub(r"\{\w+\}|#", PLACEHOLDER, form) for text in texts for form in _forms(text)]


def _forms(text: str) -> list[str]:
    """The usual form of a message that counts; any other message as it is."""
    return re.findall(r"other \{([^}]*)\}", text) if "plural," in text else [text]


def _words(node: ast.expr) -> Iterator[str]:
    """The text that an expression makes, with a placeholder for each value in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else PLACEHOLDER for part in node.values)
        yield "".join(str(part) for part in parts)


def _is_sentence(words: str) -> bool:
    return " " in words and words[:1].isupper()


def _parts(words: str) -> list[str]:
    """The texts between placeholders."""
    return [part.strip() for part in words.split(PLACEHOLDER) if len(part.strip()) > 2]


def _rows(page: str) -> list[list[str]]:
    lines = [line for line in page.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def _messages(page: str) -> list[tuple[str, str]]:
    """The section's rows: the words without their quotation marks, and the cell that names their files."""
    _, section = page.split("\n## Messages\n")
    section = section.split("\n## ", maxsplit=1)[0]
    return [(row[0][1:-1], row[2]) for row in _rows(section) if row[0][:1] in {"'", '"'}]


def _text_of(cell: str) -> str:
    """The files of a cell as one text, with all white space reduced to single spaces."""
    texts = [_file(path).read_text(encoding="utf-8") for path in _named(cell)]
    return re.sub(r"\s+", " ", " ".join(texts).replace("\\'", "'").replace("&apos;", "'"))


def _named(text: str) -> list[str]:
    """The paths in a text; addresses begin with a slash, and patterns end in three dots."""
    found = re.findall(r"`((?:inflow|reflow|tests|web|docs)/[^`\s]+\.\w+)`", text)
    return [path for path in found if PLACEHOLDER not in path]


def _file(path: str) -> Path:
    return BELOW[path.split("/", maxsplit=1)[0]] / path
