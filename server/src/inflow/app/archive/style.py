"""The style sheet of an archive's pages: dark or light as the reader's system is, without a request to anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from inflow.posts.looks import RECIPES

Look = tuple[str, int, int, int]
"""A filter, and brightness, contrast and saturation in percent."""

_PLAIN: Final[Look] = ("none", 100, 100, 100)

_SHEET: Final = """\
:root {
  color-scheme: dark light;
  --ground: #000; --surface: #131316; --line: rgb(255 255 255 / 16%);
  --text: #f5f5f6; --text-2: #a5a5ae; --hue: #8ec5ff; --own: #17324a;
}
@media (prefers-color-scheme: light) {
  :root {
    --ground: #fff; --surface: #f3f3f5; --line: rgb(0 0 0 / 14%);
    --text: #131316; --text-2: #5c5c66; --hue: #0b62b0; --own: #dcecfb;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 15px/1.45 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}
a { color: inherit; text-decoration: none; }
a:focus-visible, video:focus-visible { outline: 2px solid var(--hue); outline-offset: 2px; border-radius: 4px; }
h1, h2, p, figure, ul, ol { margin: 0; padding: 0; }
ul, ol { list-style: none; }
img, video { display: block; max-inline-size: 100%; }
.page { inline-size: min(1120px, 100%); margin-inline: auto; padding: 32px 16px 64px; }
.text { inline-size: min(640px, 100%); margin-inline: auto; }
.head { display: flex; gap: 20px; align-items: center; margin-block-end: 24px; }
.head img, .blank {
  inline-size: clamp(64px, 20vw, 96px); block-size: clamp(64px, 20vw, 96px); border-radius: 50%;
  object-fit: cover; background: var(--surface); flex: none;
}
.head h1 { font-size: clamp(22px, 7vw, 30px); line-height: 1.2; letter-spacing: -0.02em; font-weight: 750; }
.head p { color: var(--text-2); }
.head .quote { color: var(--text); margin-block-start: 8px; white-space: pre-line; }
.tabs {
  display: flex; flex-wrap: wrap; gap: 0 24px; border-block-end: 1px solid var(--line); margin-block-end: 16px;
}
.tabs a { color: var(--text-2); padding-block: 12px; min-block-size: 44px; font-weight: 600; }
.tabs a[aria-current] { color: var(--text); box-shadow: inset 0 -2px var(--hue); }
.tabs span { color: var(--text-2); font-weight: 400; font-variant-numeric: tabular-nums; padding-inline-start: 4px; }
.empty { color: var(--text-2); padding-block: 64px; text-align: center; }
.wall { display: grid; gap: 4px; grid-template-columns: repeat(3, minmax(0, 1fr)); }
@media (min-width: 900px) { .wall { grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); } }
.tile { position: relative; display: block; border-radius: 6px; overflow: hidden; background: var(--surface); }
.frame { container-type: inline-size; overflow: hidden; }
.tile .frame { aspect-ratio: 4 / 5; }
.tile img { inline-size: 100%; block-size: 100%; object-fit: cover; }
.mark {
  position: absolute; inset-block-start: 6px; inset-inline-end: 6px; padding: 2px 8px; border-radius: 999px;
  background: rgb(0 0 0 / 72%); color: #f5f5f6; font-size: 13px; font-variant-numeric: tabular-nums;
}
.withheld { display: grid; place-items: center; block-size: 100%; padding: 12px; color: var(--text-2); font-size: 13px;
  text-align: center; }
.post { display: none; }
.post:target {
  position: fixed; inset: 0; z-index: 1; overflow: auto; background: var(--ground); display: grid; align-content: start;
}
.post > :first-child { display: grid; gap: 4px; }
.post .frame { display: grid; place-items: center; background: var(--surface); min-block-size: 40vh; }
.post .frame img, .post .frame video { max-block-size: 80vh; inline-size: auto; block-size: auto; }
.post .said { padding: 20px 16px 88px; display: grid; gap: 12px; align-content: start; }
.post .caption { font-size: 17px; white-space: pre-line; }
.post .label { color: var(--text-2); font-size: 13px; }
.steps {
  position: fixed; inset-block-end: 0; inset-inline: 0; display: flex; gap: 8px; justify-content: space-between;
  padding: 8px 16px; background: var(--ground); border-block-start: 1px solid var(--line);
}
.steps a, .turn a, .back a { display: inline-grid; align-items: center; min-block-size: 44px; padding-inline: 12px;
  color: var(--hue); font-weight: 600; }
@media (min-width: 900px) {
  .post:target { grid-template-columns: minmax(0, 1fr) 360px; align-content: stretch; }
  .post .frame { min-block-size: 100vh; }
  .post .frame img, .post .frame video { max-block-size: 100vh; }
  .post .said { padding: 32px 24px 88px; }
  .steps { inset-inline-start: auto; inline-size: 360px; }
}
.back { margin-inline-start: -12px; }
.turn { display: flex; gap: 16px; align-items: center; justify-content: center; padding-block: 24px;
  color: var(--text-2); }
.grids { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); }
.grids .row { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 4px; }
.grids p, .foot { color: var(--text-2); font-size: 13px; }
.grids p { padding-block-start: 8px; }
.foot { padding-block-start: 48px; max-inline-size: 640px; }
.list a { display: flex; gap: 16px; justify-content: space-between; padding-block: 14px; min-block-size: 44px;
  border-block-end: 1px solid var(--line); }
.list span { color: var(--text-2); }
.chat { display: grid; gap: 8px; padding-block: 24px 32px; }
.chat li { max-inline-size: min(480px, 85%); inline-size: fit-content; padding: 8px 14px; border-radius: 14px;
  background: var(--surface); }
.chat .own { margin-inline-start: auto; background: var(--own); }
.chat p { white-space: pre-line; }
.chat img { border-radius: 6px; margin-block: 4px; max-block-size: 480px; inline-size: auto; block-size: auto; }
.chat time, .chat .gone { color: var(--text-2); font-size: 12px; }
@media print { .steps { display: none; } }
"""


def look_of(foto: Mapping[str, Any]) -> Look:
    """How the entry of a foto says that it is drawn."""
    adjustments = foto["adjustments"]
    name = foto["filter"] if foto["filter"] in RECIPES else "none"
    return name, adjustments["brightness"], adjustments["contrast"], adjustments["saturation"]


def look_class(look: Look) -> str:
    """The class of a look; empty for one that changes nothing. The policy of the pages forbids styles at elements."""
    return "" if look == _PLAIN else "look-" + "-".join(map(str, look))


def style_sheet(looks: Iterable[Look]) -> bytes:
    """The sheet, with a rule for each of these looks."""
    rules = [f".{look_class(look)} {{ filter: {_filter(look)}; }}\n" for look in sorted(set(looks) - {_PLAIN})]
    return (_SHEET + "".join(rules)).encode()


def _filter(look: Look) -> str:
    name, brightness, contrast, saturation = look
    adjusted = {"brightness": brightness, "contrast": contrast, "saturate": saturation}
    steps = [RECIPES[name], *(f"{step}({percent}%)" for step, percent in adjusted.items() if percent != 100)]
    return " ".join(filter(None, steps))
