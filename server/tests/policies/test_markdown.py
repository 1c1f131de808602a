"""Documents are shown without any HTML, and lead only to the web and to email addresses."""

from __future__ import annotations

import re

import pytest

from inflow.moderation.rules import APPEAL_WITHIN, EVIDENCE_KEPT
from inflow.policies.markdown import blocks_of
from inflow.policies.rules import KINDS, LANGUAGES
from inflow.policies.templates import template


def _outline(text: str) -> list[tuple[str, int, int | None, str]]:
    return [(each.kind, each.level, each.number, "".join(span.text for span in each.spans)) for each in blocks_of(text)]


def test_a_text_becomes_its_headings_paragraphs_lists_quotes_and_code() -> None:
    text = "## Rules\n\nBe\nkind.\n\n3. one\n\n   more\n4. two\n   - inner\n\n> said\n\n---\n\n```\n<b>\n```\n"

    assert _outline(text) == [
        ("heading", 2, None, "Rules"),
        ("paragraph", 0, None, "Be kind."),
        ("item", 1, 3, "one\nmore"),
        ("item", 1, 4, "two"),
        ("item", 2, None, "inner"),
        ("quote", 0, None, "said"),
        ("rule", 0, None, ""),
        ("code", 0, None, "<b>"),
    ]


def test_html_is_shown_as_it_was_typed() -> None:
    text = "<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> here"

    assert _outline(text) == [
        ("paragraph", 0, None, "<script>alert(1)</script>"),
        ("paragraph", 0, None, "A <img src=x onerror=alert(1)> here"),
    ]


def test_an_image_is_only_its_words_so_that_no_other_server_learns_who_reads() -> None:
    assert _outline("![the harbour](https://spy.example/a.png)") == [("paragraph", 0, None, "the harbour")]


@pytest.mark.parametrize(
    "address",
    ["https://example.org/a?b=c", "http://example.org", "mailto:help@example.org"],
)
def test_links_lead_to_the_web_and_to_addresses(address: str) -> None:
    (block,) = blocks_of(f"[there]({address})")

    assert [(each.text, each.href) for each in block.spans] == [("there", address)]


@pytest.mark.parametrize(
    "address",
    [
        *("javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd"),
        *("//example.org", "/settings", "ftp://example.org", "https://", "mailto:", "java&#115;cript:alert(1)"),
        *("blob:https://example.org/x", "&#1;javascript:alert(1)"),
    ],
)
def test_other_links_lead_nowhere(address: str) -> None:
    for text in (f"[there]({address})", f"[there](<{address}>)", f"<{address}>"):
        assert all(span.href is None for block in blocks_of(text) for span in block.spans)


def test_the_templates_give_the_days_of_this_version() -> None:
    evidence, appeal = EVIDENCE_KEPT.days, APPEAL_WITHIN.days
    for language, day in zip(LANGUAGES, ("days", "Tag"), strict=True):
        assert f"{evidence} {day}" in template("privacy", language, "Inflow").replace("\n", " ")
        assert f"{appeal} {day}" in template("rules", language, "Inflow").replace("\n", " ")


def test_the_german_templates_address_members_as_the_app_does() -> None:
    formal = re.compile(r"\b(?:Ihnen|Ihr(?:e[mnrs]?|es)?)\b")
    assert [kind for kind in KINDS if formal.search(template(kind, "de", "Inflow"))] == []
