"""The operator chooses a deployment's content check by settings; without them it is NudeNet on the same machine."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from inflow.app.settings import BadSetting, Settings
from inflow.media.pipeline.moderation import allow_all
from inflow.screening import weights
from inflow.screening.moderators import open_moderator
from screening import album
from screening.judge import said, serving
from screening.test_thresholds import answer_of

CREDENTIALS = {"INFLOW_SIGHTENGINE_USER": "operator", "INFLOW_SIGHTENGINE_SECRET": "canary"}


def test_without_a_word_photographs_are_screened_on_this_machine() -> None:
    assert Settings.from_environment({}).screening == "nudenet"


@pytest.mark.parametrize("value", ["nudenet", "off"])
def test_what_can_be_chosen_is_taken(value: str) -> None:
    assert Settings.from_environment({"INFLOW_SCREENING": value}).screening == value


def test_sightengine_is_taken_with_its_credentials() -> None:
    settings = Settings.from_environment({"INFLOW_SCREENING": "sightengine", **CREDENTIALS})

    assert (settings.screening, settings.sightengine_user) == ("sightengine", "operator")
    assert "canary" not in repr(settings)


@pytest.mark.parametrize("missing", CREDENTIALS)
def test_sightengine_is_not_taken_without_them_and_they_are_not_repeated(missing: str) -> None:
    environment = {"INFLOW_SCREENING": "sightengine", **CREDENTIALS}
    del environment[missing]

    with pytest.raises(BadSetting, match=missing) as refused:
        Settings.from_environment(environment)
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize("url", ["https://relay.example.org/check.json", "http://127.0.0.1:9000/"])
def test_sightengine_may_be_reached_by_a_relay(url: str) -> None:
    assert Settings.from_environment({"INFLOW_SIGHTENGINE_URL": url}).sightengine_url == url


@pytest.mark.parametrize("url", ["http://relay.example.org/", "relay.example.org", "https://canary@relay.example.org/"])
def test_photographs_and_the_secret_leave_this_machine_by_https_only(url: str) -> None:
    with pytest.raises(BadSetting, match="INFLOW_SIGHTENGINE_URL") as refused:
        Settings.from_environment({"INFLOW_SIGHTENGINE_URL": url})
    assert "canary" not in str(refused.value)


async def test_the_chosen_service_is_asked_at_the_chosen_address() -> None:
    answer = said({"status": "success", "nudity": answer_of("nudity-2.1")})
    async with (
        serving(answer) as judge,
        open_moderator("sightengine", user="me", secret="canary", url=judge.url) as moderator,
    ):
        assert (await moderator(b"the photograph")).allowed

    assert b"the photograph" in judge.asked[0]


@pytest.mark.parametrize("value", ["no", "none", "Off", "nsfwjs"])
def test_nothing_else_is_taken_for_off(value: str) -> None:
    with pytest.raises(BadSetting, match="INFLOW_SCREENING"):
        Settings.from_environment({"INFLOW_SCREENING": value})


async def test_a_deployment_that_screens_nothing_says_so_at_its_start() -> None:
    with capture_logs() as said:
        async with open_moderator("off") as moderator:
            assert moderator is allow_all

    assert [(each["event"], each["log_level"]) for each in said] == [("photographs_are_not_screened", "warning")]


async def test_the_check_of_this_machine_lets_a_photograph_pass() -> None:
    async with open_moderator("nudenet") as moderator:
        assert (await moderator(album.jpeg(album.photographs()["coffee.png"]))).allowed


async def test_a_model_that_the_table_was_not_written_for_is_not_run_and_is_told_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weights, "SHA256", "0" * 64)

    with capture_logs() as said:
        async with open_moderator("nudenet"):
            pass

    assert [(each["event"], each["log_level"]) for each in said] == [("photographs_cannot_be_screened", "error")]
    with pytest.raises(RuntimeError, match="another model"):
        weights.weights()
