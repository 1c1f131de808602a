"""The text of the HTML in which Mastodon and Pixelfed keep captions."""

from __future__ import annotations

from contextlib import suppress
from html.parser import HTMLParser
from typing import Final

_LINES: Final = {"br": "\n", "p": "\n\n", "li": "\n", "blockquote": "\n\n", "pre": "\n\n", "div": "\n"}
_NOT_SHOWN: Final = {"script", "style", "template"}


def text_of(html: str) -> str:
    """The text, with line breaks where paragraphs end."""
    parser = _Text()
    # The parser fails at some declarations that it does not know. What it read before stays.
    with suppress(AssertionError):
        parser.feed(html)
        parser.close()
    return "".join(parser.pieces).strip()


class _Text(HTMLParser):
    """Collects what a page would show."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces = list[str]()
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        if tag in _NOT_SHOWN:
            self._hidden += 1
        elif self.pieces and tag in _LINES:
            self.pieces.append(_LINES[tag])

    def handle_endtag(self, tag: str) -> None:
        if tag in _NOT_SHOWN and self._hidden:
            self._hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.pieces.append(data)
