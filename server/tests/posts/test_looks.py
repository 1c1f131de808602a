"""The filters of posts have the same names and values on the server as in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inflow.media.images.looks import Step
from inflow.posts.looks import RECIPES, look_of_post
from inflow.posts.views import Adjustments

IN_THE_BROWSER = Path(__file__).parents[3] / "web/src/features/posts/filters.ts"


def test_the_server_draws_each_filter_by_the_recipe_of_the_browser() -> None:
    recipes = IN_THE_BROWSER.read_text().partition("const RECIPES")[2].partition("};")[0]

    assert dict(re.findall(r'^  "?(\w+)"?: "(.*)",$', recipes, re.MULTILINE)) == RECIPES


@pytest.mark.parametrize("name", RECIPES)
def test_no_step_of_a_recipe_is_left_out(name: str) -> None:
    steps = [step for step in RECIPES[name].split() if not step.startswith("blur")]

    assert [step.function for step in look_of_post(name, Adjustments())] == [step.partition("(")[0] for step in steps]


def test_adjustments_come_after_the_filter_and_in_shares_of_one() -> None:
    look = look_of_post("moon", Adjustments(brightness=130, contrast=80, saturation=0))

    assert look[:3] == (Step("grayscale", 1.0), Step("contrast", 1.12), Step("brightness", 1.1))
    assert look[3:] == (Step("brightness", 1.3), Step("contrast", 0.8), Step("saturate", 0.0))


@pytest.mark.parametrize("name", ["none", "", "sparkle", "__proto__", "MOON"])
def test_a_name_that_browsers_do_not_know_changes_nothing(name: str) -> None:
    assert look_of_post(name, Adjustments()) == ()
