"""The commands of docs/self-hosting.md, as an operator types them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from architecture.sources import SERVER

PAGE = SERVER.parent / "docs" / "self-hosting.md"
_COMMENT = re.compile(r"\s+#.*")


def shell_lines() -> list[str]:
    """All lines of the page's code for a shell, without comments."""
    return [_COMMENT.sub("", line) for language, line in _code() if language == "sh"]


def languages() -> set[str]:
    """The languages of the page's code; an empty one where the page says none."""
    return {language for language, _ in _code()}


def documented(beginning: str) -> str:
    """The line of the page that is this, or else the one that begins so. A test runs the command that it gets here."""
    lines = set(shell_lines())
    if beginning in lines:
        return beginning
    (line,) = {line for line in lines if line.startswith(beginning)}
    return line


def _code() -> Iterator[tuple[str, str]]:
    language: str | None = None
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            language = line[3:] if language is None else None
        elif language is not None:
            yield language, line
