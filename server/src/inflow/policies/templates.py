"""The templates that operators start from. They say what Inflow stores; the operator fills in the rest."""

from __future__ import annotations

from pathlib import Path

from inflow.policies.rules import PolicyKind, TemplateLanguage

_FOLDER = Path(__file__).parent / "templates"


def template(kind: PolicyKind, language: TemplateLanguage, product: str) -> str:
    """The template of a kind in a language, with the server's name."""
    return (_FOLDER / language / f"{kind}.md").read_text(encoding="utf-8").replace("{product}", product)
