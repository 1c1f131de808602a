"""Names that no member may have; sign-up refuses them after every other error of the same field."""

from __future__ import annotations

from pathlib import Path

import pytest

from identity.house import House, refusal
from inflow.app.settings import BadSetting, Settings
from inflow.identity.rules import check_full_name, check_username
from reflow.errors import AppError

WORDS = "Inappropriate language detected. Please revise your input."


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("username", "asshole"),
        ("username", "F_u_C_k"),
        ("username", "sh1t_99"),
        ("username", "suckmyd1ck"),
        ("fullName", "Stupid Bitch"),
        ("fullName", "F\u00fcck You"),
        ("fullName", "Fu\u0441king Hell"),
    ],
)
async def test_it_is_refused_in_these_words(house: House, field: str, typed: str) -> None:
    answer = await house.visitor().signs_up(**{field: typed})

    assert refusal(answer) == (400, "invalid", WORDS)
    assert answer.json()["field"] == field
    assert await house.count("identity_challenges") == 0


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("username", "scunthorpe_united"),
        ("username", "emily_dickinson"),
        ("username", "anna_1984"),
        ("username", "455"),
        ("fullName", "Dick Van Dyke"),
        ("fullName", "Nguyễn Thị Bích"),
    ],
)
async def test_it_is_accepted(house: House, field: str, typed: str) -> None:
    assert (await house.visitor().signs_up(**{field: typed})).status_code == 202


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("username", "fuck-you", "Username can only contain letters, numbers, and underscores"),
        ("username", "fuck" * 6, "Username must be 20 characters or less"),
        ("fullName", "Fuck", "Please enter both first and last name separated by a space"),
        ("fullName", "Fuck You 2", "Names can only contain letters and spaces"),
        ("fullName", "Fuck You" * 4, "Full name must be 25 characters or less"),
    ],
)
async def test_other_faults_are_told_first(house: House, field: str, typed: str, words: str) -> None:
    assert refusal(await house.visitor().signs_up(**{field: typed}))[2] == words


async def test_the_name_is_told_before_the_username(house: House) -> None:
    answer = await house.visitor().signs_up(fullName="Fuck You", username="fuckyou")

    assert answer.json()["field"] == "fullName"


def test_an_operator_has_words_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "deny").write_text("krautfass\n")
    (tmp_path / "allow").write_text("kike\n")

    settings = Settings.from_environment(
        {"INFLOW_DENY_WORDS": str(tmp_path / "deny"), "INFLOW_ALLOW_WORDS": str(tmp_path / "allow")}
    )

    assert check_username("kike", settings.profanity) == "kike"
    with pytest.raises(AppError, match="Inappropriate"):
        check_username("kr4utfass", settings.profanity)
    with pytest.raises(AppError, match="Inappropriate"):
        check_full_name("Karl Krautfass", settings.profanity)


def test_an_operator_is_told_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"INFLOW_DENY_WORDS.*nowhere"):
        Settings.from_environment({"INFLOW_DENY_WORDS": str(tmp_path / "nowhere")})
