"""The commands for the operator's documents. Owners do the same at /moderation."""

from __future__ import annotations

import asyncio

from cyclopts import App
from cyclopts.types import ExistingFile

from inflow.app.settings import BadSetting, Settings
from inflow.policies.rules import PolicyKind, TemplateLanguage

policy = App(name="policy", help="The operator's documents: about, rules, terms, privacy, imprint.")


@policy.command(name="list")
def list_versions() -> None:
    """Print all versions: kind, number, time, and whether members have to accept it, separated by tabs."""
    from inflow.app.policy_operating import versions  # noqa: PLC0415  # the product, only where it is needed

    for each in asyncio.run(versions(Settings.from_environment())):
        asked = "to accept" if each.needs_acceptance else "to read"
        _say("\t".join((each.kind, str(each.version), f"{each.published_at:%Y-%m-%dT%H:%M:%SZ}", asked)))


@policy.command
def show(kind: PolicyKind, *, version: int | None = None) -> None:
    """Print the text of a document, in Markdown.

    Args:
        kind: The document.
        version: Its number; without one, the newest.
    """
    from inflow.app.policy_operating import text_of  # noqa: PLC0415  # the product, only where it is needed

    _say(asyncio.run(text_of(Settings.from_environment(), kind, version)))


@policy.command
def template(kind: PolicyKind, *, language: TemplateLanguage = "en") -> None:
    """Print a text to start from. Fill in the places in double square brackets.

    Args:
        kind: The document.
        language: Its language.
    """
    from inflow.policies.templates import template as text_to_start_from  # noqa: PLC0415  # likewise

    _say(text_to_start_from(kind, language, Settings.from_environment().name))


@policy.command
def publish(kind: PolicyKind, file: ExistingFile, *, ask: bool = False) -> None:
    """Publish a text as the next version, beside a running Inflow. Open pages show it within a second.

    Args:
        kind: The document.
        file: Its text, in Markdown.
        ask: Members have to accept it before they post, comment or write again. Only for terms and rules.
    """
    from inflow.app import policy_operating  # noqa: PLC0415  # the product, only where it is needed

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadSetting(f"{file} is not UTF-8 text.") from None
    settings = Settings.from_environment()
    number = asyncio.run(policy_operating.publish(settings, kind, text, needs_acceptance=ask))
    _say(f"Version {number} of {kind} is published.")


def _say(line: str) -> None:
    print(line)  # noqa: T201  # for the operator
