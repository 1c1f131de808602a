"""Markdown as a flat list of blocks. It contains no HTML, so that a page can show it without trusting it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

BlockKind = Literal["heading", "paragraph", "item", "quote", "code", "rule"]

_SCHEMES: Final = frozenset({"http", "https", "mailto"})
_PARSER: Final = MarkdownIt("commonmark", {"html": False})
_MARKS: Final = {"strong": "is_strong", "em": "is_emphasis"}


class TextSpan(msgspec.Struct, rename="camel", kw_only=True):
    """A piece of text. `href` is an address that begins with http, https or mailto."""

    text: str
    is_strong: bool = False
    is_emphasis: bool = False
    is_code: bool = False
    href: str | None = None


class TextBlock(msgspec.Struct, rename="camel", kw_only=True):
    """A heading, a paragraph, an item of a list, a quote, code or a rule.

    `level` is that of the heading, or how deep the list is inside others. `number` is that of an item of a numbered
    list, otherwise null.
    """

    kind: BlockKind
    level: int = 0
    number: int | None = None
    spans: list[TextSpan]


class _List:
    """A list that is being read."""

    def __init__(self, start: int | None) -> None:
        self.next = start


def blocks_of(text: str) -> list[TextBlock]:
    """The blocks of a text. HTML in it is shown as it is typed; images are shown by their words."""
    reader = _Reader()
    for token in _PARSER.parse(text):
        reader.read(token)
    return reader.blocks


class _Reader:
    def __init__(self) -> None:
        self.blocks: list[TextBlock] = []
        self._lists: list[_List] = []
        self._quotes = 0
        self._heading = 0
        self._item: TextBlock | None = None

    def read(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open":
                self._lists.append(_List(None))
            case "ordered_list_open":
                self._lists.append(_List(int(token.attrGet("start") or 1)))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
                self._item = None
            case "list_item_open":
                self._begin_item()
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case "heading_open" | "heading_close":
                self._heading = int(token.tag[1:]) if token.nesting == 1 else 0
            case "inline":
                self._add_text(_spans_of(token.children or []))
            case "fence" | "code_block":
                self.blocks.append(TextBlock(kind="code", spans=[TextSpan(text=token.content.rstrip("\n"))]))
            case "hr":
                self.blocks.append(TextBlock(kind="rule", spans=[]))

    def _begin_item(self) -> None:
        inner = self._lists[-1]
        self._item = TextBlock(kind="item", level=len(self._lists), number=inner.next, spans=[])
        if inner.next is not None:
            inner.next += 1
        self.blocks.append(self._item)

    def _add_text(self, spans: list[TextSpan]) -> None:
        if self._item is not None:
            gap = [TextSpan(text="\n")] if self._item.spans else []
            self._item.spans += gap + spans
        elif self._heading:
            self.blocks.append(TextBlock(kind="heading", level=self._heading, spans=spans))
        else:
            self.blocks.append(TextBlock(kind="quote" if self._quotes else "paragraph", spans=spans))


def _spans_of(tokens: Sequence[Token]) -> list[TextSpan]:
    """The pieces of one paragraph, with what marks them."""
    spans: list[TextSpan] = []
    marks = {"is_strong": 0, "is_emphasis": 0}
    href: str | None = None
    for token in tokens:
        name, _, way = token.type.rpartition("_")
        if name in _MARKS and way in {"open", "close"}:
            marks[_MARKS[name]] += token.nesting
        elif token.type == "link_open":
            href = _allowed(str(token.attrGet("href") or ""))
        elif token.type == "link_close":
            href = None
        elif words := _words_of(token):
            is_code = token.type == "code_inline"
            held = {mark: depth > 0 for mark, depth in marks.items()}
            spans.append(TextSpan(text=words, is_code=is_code, href=href, **held))
    return spans


def _words_of(token: Token) -> str:
    if token.type == "softbreak":
        return " "
    if token.type == "hardbreak":
        return "\n"
    return token.content


def _allowed(href: str) -> str | None:
    """The address if it leads to the web or to an email address; None leaves only its words."""
    try:
        found = urlsplit(href)
    except ValueError:
        return None
    has_place = bool(found.path) if found.scheme == "mailto" else bool(found.hostname)
    return href if found.scheme in _SCHEMES and has_place else None
