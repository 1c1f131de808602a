"""The content of an email as text and as HTML. Both say the same; neither loads anything."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

# Dark like the app where the email client allows it, legible where it does not.
_PAGE = "margin:0;padding:0;background-color:#0a0a0b"
_FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_CARD = f"max-width:480px;margin:0 auto;padding:40px 24px;{_FONT};color:#f5f5f6;font-size:16px;line-height:1.5"
_NAME = "margin:0 0 32px;font-size:20px;font-weight:600;letter-spacing:-0.01em;color:#f5f5f6"
_TEXT = "margin:0 0 20px;color:#d6d6db"
_CODE = (
    "margin:0 0 24px;padding:20px 0 20px 8px;border-radius:14px;background-color:#17171a;color:#ffffff;"
    "text-align:center;font-family:'SF Mono',Consolas,Menlo,monospace;font-size:36px;font-weight:600;"
    "letter-spacing:8px;-webkit-user-select:all;user-select:all"
)
_LINK = (
    "display:inline-block;padding:12px 20px;border-radius:14px;background-color:#f5f5f6;color:#0a0a0b;"
    "font-weight:600;text-decoration:none"
)


@dataclass(frozen=True, slots=True)
class EmailContent:
    """Subject and body.

    Attributes:
        product: The product's name.
        subject: One line.
        before: The paragraphs before code and link.
        code: Digits that the reader types or copies; shown by themselves.
        link: A label and a URL of the app.
        after: The paragraphs at the end.
        language: The language of it all, as a BCP 47 tag.
    """

    product: str
    subject: str
    before: tuple[str, ...]
    code: str | None = None
    link: tuple[str, str] | None = None
    after: tuple[str, ...] = ()
    language: str = "en"

    @property
    def text(self) -> str:
        """Plain text."""
        code = [self.code] if self.code else []
        link = [": ".join(self.link)] if self.link else []
        return "\n\n".join([*self.before, *code, *link, *self.after, f"-- \n{self.product}"]) + "\n"

    @property
    def html(self) -> str:
        """A whole HTML document."""
        parts = [*map(_paragraph, self.before)]
        if self.code:
            parts.append(f'<p style="{_CODE}">{escape(self.code)}</p>')
        if self.link:
            label, url = map(escape, self.link)
            parts.append(f'<p style="{_TEXT}"><a href="{url}" style="{_LINK}">{label}</a></p>')
        parts += map(_paragraph, self.after)
        return _document(self.subject, self.product, "\n".join(parts), self.language)


def _paragraph(words: str) -> str:
    return f'<p style="{_TEXT}">{escape(words)}</p>'


def _document(subject: str, product: str, body: str, language: str) -> str:
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="supported-color-schemes" content="dark light">
<title>{escape(subject)}</title>
</head>
<body style="{_PAGE}" bgcolor="#0a0a0b">
<div style="{_CARD}">
<p style="{_NAME}">{escape(product)}</p>
{body}
</div>
</body>
</html>
"""
