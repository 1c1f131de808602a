"""Text made to deceive, to fill a page or to show nothing is changed; ordinary text in many scripts is not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflow.core.text import MOST_LINES, MOST_MARKS, clean, is_visible, skeletons

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"

NOTHING = [
    "", " \n\t ", "\u200b", "\u200b\u200c\u200d\u2060\ufeff", "\u3164", "\u115f\u1160", "\uffa0", "\u2800\u2800",
    "\u034f", "\u00ad", "\u180e", "\u061c", "\u202e", "\u2066\u2069", "\ufe0f", "\U000e0041\U000e0042", "\u00a0\u3000",
    "\u0301\u0301", "\u17b4", "\ufffc", "\x00\x07\x1b", "\u2065",
    "\ufff0", "\U000e0080", "\U000e0fff", "\U0001d159", "\ufffe", "\ufdd0",
]  # fmt: skip
STAYS = [
    "Low tide", "Où est la mer ?", "Ёлка и ёж", "Ελλάδα", "日本の海。", "한국어 바다", "สวัสดีที่นี่", "नमस्ते क्‍ष", "می‌خواهم",
    "שָׁלוֹם עֲלֵיכֶם", "مُحَمَّدٌ", "မြန်မာ ရွှေ့", "Tiếng Việt", "👨‍👩‍👧", "❤️", "🇫🇷", SCOTLAND, "1️⃣ 👍🏽", "葛\U000e0100城",
    "tab\there", "one\ntwo\n\nthree", "a \u2067שלום\u2069 b", "e=mc² → ∞", "¯\\_(ツ)_/¯",
    "🩷", "🩷️", "🫷🏽", "🧑🏿‍🩰", "🪿 🫩",
]  # fmt: skip


@pytest.mark.parametrize("text", NOTHING, ids=ascii)
def test_text_that_renders_as_nothing_is_empty(text: str) -> None:
    assert clean(text) == ""


@pytest.mark.parametrize("text", STAYS)
def test_text_of_any_language_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("invoice\u202egpj.exe", "invoicegpj.exe"),
        ("\u202dabc\u202c", "abc"),
        ("\u202babc", "abc"),
        ("left \u2067open", "left open"),
        ("closed elsewhere \u2067a\nb\u2069", "closed elsewhere a\nb"),
        ("never opened\u2069", "never opened"),
        ("hidden\U000e0068\U000e0069 words", "hidden words"),
        ("\U0001f3f4\U000e0061\U000e0062\U000e0063", "\U0001f3f4"),
        ("a\u200bd\u200bm\u200bin", "admin"),
        ("joined \u200d\u200d loose", "joined  loose"),
        ("h\U000e0fffi\ufff8dden\u2065", "hidden"),
        ("z" + ("\u0336" * 4 + "\U000e0fff") * 30, "z" + "\u0336" * MOST_MARKS),
        ("z" + "\u0336" * 30, "z" + "\u0336" * MOST_MARKS),
        ("a\r\nb\u2028c\x85d", "a\nb\nc\nd"),
        ("a" + "\n" * 80 + "b", "a\n\nb"),
        ("a\n \n\t\n \nb", "a\n\nb"),
        ("x\ufe0f\ufe0f", "x\ufe0f"),
    ],
    ids=ascii,
)
def test_what_misleads_is_dropped(text: str, kept: str) -> None:
    assert clean(text) == kept


def test_a_text_has_a_bounded_number_of_lines() -> None:
    assert clean("\n".join("abcdefghijklmnopqrstuvwxyz")).count("\n") == MOST_LINES - 1
    assert clean("\n".join("abc"), lines=2) == "a\nb c"


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"]))
    | st.text(alphabet="a \n\u200d\u2067\u2069\u0301\ufe0f\u3164❤")
)
def test_cleaning_twice_changes_nothing_and_never_adds(text: str) -> None:
    once = clean(text)

    assert clean(once) == once
    assert len(once) <= len(text)
    assert once == "" or is_visible(once)


@given(st.text())
def test_no_text_is_left_with_what_turns_it_around(text: str) -> None:
    assert not set(clean(text + "\u202e" + text)) & set("\u202a\u202b\u202c\u202d\u202e")


def test_look_alikes_have_the_same_skeleton() -> None:
    for disguise in ("Admin", "ＡＤＭＩＮ", "Аdmіn", "adrnin", "𝓐𝓭𝓶𝓲𝓷", "ádmïn", "Αdmin", "admln"):
        assert skeletons(disguise) & skeletons("admin"), unicodedata.name(disguise[0])
