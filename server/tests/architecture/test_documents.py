"""Links and paths in the documents lead to files that exist, and snippets are as in the sources."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from architecture.sources import SERVER

ROOT = SERVER.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DECISIONS = ROOT / "docs" / "decisions"
RECORDS = sorted(DECISIONS.glob("[0-9]*.md"))
WALK_THROUGH = ROOT / "docs" / "how-to" / "add-a-call.md"
SNIPPET = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block of code, with the file that the line before it names."""
LEAST_SNIPPETS = 10


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?://|mailto:|#)([^)#\s]+)", document.read_text(encoding="utf-8"))

    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_to_headings_lead_to_headings(document: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#\s]*)#([^)\s]+)\)", document.read_text(encoding="utf-8"))

    assert [name for path, name in links if name not in _anchors(document.parent / path if path else document)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_of_the_server_that_are_named_exist(document: Path) -> None:
    named = re.findall(r"(?<!tests/)\b(?:in|re)flow/[a-z0-9_/]+\.py\b", document.read_text(encoding="utf-8"))

    assert [path for path in named if not (SERVER / "src" / path).exists()] == []


@pytest.mark.parametrize("document", sorted({*DOCUMENTS} - {*RECORDS}), ids=lambda path: path.name)
def test_tests_that_are_named_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = re.findall(r"`(?:server/)?(tests/[\w/]+\.py)", text)

    assert [path for path in named if not (SERVER / path).exists()] == []
    assert [path for path in re.findall(r"`(bench/[\w/]+\.py)", text) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", sorted({*DOCUMENTS} - {*RECORDS}), ids=lambda path: path.name)
def test_files_of_the_web_that_are_named_exist(document: Path) -> None:
    named = re.findall(r"\bweb/[\w/.-]+\.(?:tsx?|css|json|mjs|txt)\b", document.read_text(encoding="utf-8"))

    assert [path for path in named if not (ROOT / path).exists()] == []


def test_snippets_of_the_walk_through_are_in_the_files_they_name() -> None:
    snippets = SNIPPET.findall(WALK_THROUGH.read_text(encoding="utf-8"))

    assert len(snippets) > LEAST_SNIPPETS
    assert [code for path, code in snippets if not path or code not in (ROOT / path).read_text(encoding="utf-8")] == []


def test_files_that_the_walk_through_names_exist() -> None:
    named = re.findall(r"`((?:server|web|docs)/[^`\s]+\.\w+)`", WALK_THROUGH.read_text(encoding="utf-8"))

    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_decision_records_are_numbered_without_gaps() -> None:
    assert [int(record.name[:4]) for record in RECORDS] == list(range(1, len(RECORDS) + 1))
    assert [record.name for record in RECORDS if not record.read_text().startswith(f"# {record.name[:4]}. ")] == []


def test_decision_records_are_named_by_their_titles() -> None:
    assert [record.name for record in RECORDS if record.stem != f"{record.name[:4]}-{_slug(_title(record))}"] == []


def test_every_decision_record_is_in_the_index_under_its_title() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^- (\d{4}) \[(.+?)\]\((.+?)\)", index, re.MULTILINE)

    assert lines == [(record.name[:4], _title(record), record.name) for record in RECORDS]


def test_the_glossary_has_each_term_once_and_in_order() -> None:
    _, *parts = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("\n## ")
    terms = [re.findall(r"^- \*\*(.+?)\*\*", part, re.MULTILINE) for part in parts]

    assert len(parts) == 3
    assert [part for part in terms if part != sorted(set(part))] == []


def _title(record: Path) -> str:
    """The first heading, without the number."""
    heading, _ = record.read_text(encoding="utf-8").split("\n", maxsplit=1)
    return heading.partition(". ")[2]


def _anchors(document: Path) -> list[str]:
    """The names under which links reach the headings."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower().replace("'", "")).strip("-")
