"""Links and paths in the documents lead to files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from architecture.sources import SERVER

ROOT = SERVER.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?://|mailto:|#)([^)#\s]+)", document.read_text(encoding="utf-8"))

    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_of_the_server_that_are_named_exist(document: Path) -> None:
    named = re.findall(r"(?<!tests/)\b(?:in|re)flow/[a-z0-9_/]+\.py\b", document.read_text(encoding="utf-8"))

    assert [path for path in named if not (SERVER / "src" / path).exists()] == []


def test_decision_records_are_numbered_without_gaps() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))

    assert [int(record.name[:4]) for record in records] == list(range(1, len(records) + 1))
    assert [record.name for record in records if not record.read_text().startswith(f"# {record.name[:4]}. ")] == []
