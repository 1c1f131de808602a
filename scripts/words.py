"""Count how plain the project's sentences are, and refuse names that were withdrawn: ``make words``.

Read are the documents, the docstrings and comments of Python, and the comments of TypeScript and CSS, as far as git
knows the files. A sentence is *headless* if it is built with *whoever*, *nobody*, *what is* and their like instead of
an agent. The limits are in `LIMITS`; `--list PATH...` prints each headless sentence below these paths.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import statistics
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADLESS = re.compile(r"\b(whoever|whomever|nobody|somebody|one's|what (is|was|one|goes|stands|comes))\b", re.IGNORECASE)
LONGEST_MEDIAN = 18
"""Words of the median sentence must be fewer."""
LIMITS = {"documents": 3.0, "docstrings": 3.0, "comments": 3.0}
"""Per cent of headless sentences must be below, for each kind of text."""
WITHDRAWN = re.compile(
    r"\b(AsksMore|CannotOpen|InTime|NO_TOOLS|Paces|SnapshotSpoilt|Studio|SubPage|Turnstile|UNPACED"
    r"|WallHead|WellFormed|keptChats|keptFeed|own_doors|reset_doors|taking_along|turningPages|untilThere|useLivePages"
    r"|workbench|workshop)\b"
)
"""Names that were replaced by standard terms. See docs/glossary.md."""

_LITERAL = "docs/specification.md"
"""It quotes the specification to the letter."""
_COMMENTS = re.compile(r"/\*(.*?)\*/|(?<![:\"'`\w])//([^\n]*)", re.DOTALL)
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_ROLE = re.compile(r":\w+:`([^`]*)`")
_DIRECTIVE = re.compile(r"^(noqa|type:|pragma|biome-ignore|ruff:|fmt:|@ts-|prettier-ignore|#!)")


@dataclass
class Tally:
    """The sentences of one kind of text.

    Attributes:
        lengths: In words, of each.
        headless: The file and the sentence, of those that are.
    """

    lengths: list[int] = field(default_factory=list)
    headless: list[tuple[str, str]] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Per cent of headless sentences."""
        return 100 * len(self.headless) / max(len(self.lengths), 1)

    @property
    def median(self) -> float:
        """Words of the median sentence."""
        return statistics.median(self.lengths or [0])

    def add(self, path: str, text: str) -> None:
        """Count the sentences of a text."""
        for sentence in sentences(text):
            self.lengths.append(len(sentence.split()))
            if HEADLESS.search(sentence):
                self.headless.append((path, sentence))


def sentences(text: str) -> Iterator[str]:
    """The sentences of prose or Markdown. Code, links' addresses and headings' marks are left out."""
    text = _FENCE.sub("\n\n", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|\|)\s)|\|", text):
        plain = " ".join(re.sub(r"^[\s#>*+-]+|`[^`\n]*`|[*_\[\]]", " ", line) for line in block.splitlines())
        for sentence in re.split(r"(?<=[.!?:;])\s+(?=[\"'(]?[A-Z0-9])", plain):
            if len(sentence.split()) > 2:
                yield " ".join(sentence.split())


def texts(path: str, source: str) -> Iterator[tuple[str, str]]:
    """The kind and content of each text in a file."""
    if path.endswith(".md"):
        yield "documents", source
    elif path.endswith(".py"):
        for docstring in _docstrings(ast.parse(source)):
            yield "docstrings", _ROLE.sub(r"\1", docstring)
        yield "comments", "\n\n".join(_python_comments(source))
    else:
        blocks = ("\n".join(filter(None, pair)) for pair in _COMMENTS.findall(source))
        yield "comments", "\n\n".join(block for block in blocks if not _DIRECTIVE.match(block.strip()))


def _docstrings(tree: ast.Module) -> Iterator[str]:
    """Also those below a constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def _python_comments(source: str) -> Iterator[str]:
    """Comments on lines that follow each other are one text."""
    block: list[str] = []
    before = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line = token.string.lstrip("# ").strip()
        if _DIRECTIVE.match(line):
            line = line.partition("# ")[2]
        if token.start[0] != before + 1:
            yield " ".join(block)
            block = []
        block.append(line)
        before = token.start[0]
    yield " ".join(block)


def files() -> list[str]:
    """What is read."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    kinds = (".md", ".py", ".ts", ".tsx", ".css", ".mjs")
    return [path for path in listed.splitlines() if path.endswith(kinds) and path != _LITERAL]


def main() -> int:
    """Print the figures; 1 if a limit is passed or a withdrawn name is used."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", nargs="*", metavar="PATH", help="print the headless sentences below these paths")
    chosen = parser.parse_args().list
    tallies = {kind: Tally() for kind in LIMITS}
    withdrawn: list[str] = []
    for path in files():
        if chosen and not any(path.startswith(each) for each in chosen):
            continue
        source = (ROOT / path).read_text(encoding="utf-8")
        for kind, text in texts(path, source):
            tallies[kind].add(path, text)
        if path != "scripts/words.py":
            withdrawn += [f"{path}: {found}" for found in set(WITHDRAWN.findall(source))]
    for kind, tally in tallies.items():
        if chosen is not None:
            print(*(f"{path}: {sentence}" for path, sentence in tally.headless), sep="\n")
        print(f"{kind}: {tally.share:.1f} % of {len(tally.lengths)} headless, median {tally.median:.0f} words")
    if withdrawn:
        print("withdrawn names:", *withdrawn, sep="\n  ")
    passed = all(tally.share < LIMITS[kind] and tally.median < LONGEST_MEDIAN for kind, tally in tallies.items())
    return 0 if passed and not withdrawn else 1


if __name__ == "__main__":
    sys.exit(main())
