"""Reserved usernames: the refusal is the same as for a name that a member has."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pytest

from architecture.sources import WEB
from identity.house import House, refusal
from inflow.identity.rules import check_full_name
from inflow.identity.sign_up.reserved_names import is_reserved_username

TAKEN = (409, "conflict", "That username is taken. Please choose another.")


@pytest.mark.parametrize(
    "typed",
    [
        "admin", "administrator", "support", "root", "help", "moderator", "official", "staff", "security",  # offices
        "Admin", "adm1n", "4dm1n", "ad_min", "_admin_", "admin_2", "supp0rt", "0fficia1", "m0derat0r5", "root1984",
        "support_team", "the_mods", "inflow", "inf1ow", "inflow_2026", "inflow_support", "team_inflow",
        "api", "media", "assets", "dev", "healthz", "settings", "get_started", "homefeed", "preview", "grid_creation",
        "livez", "readyz", "metrics",
        "deleted", "deleted_member", "someone", "null", "undefined",
    ],
)  # fmt: skip
async def test_it_is_taken(house: House, typed: str) -> None:
    answer = await house.visitor().signs_up(username=typed)

    assert refusal(answer) == TAKEN
    assert answer.json()["field"] == "username"
    assert await house.count("identity_reserved_usernames") == 0


@pytest.mark.parametrize(
    "typed",
    ["alice", "team7", "sphere99", "wade_mod_n", "helper", "helpful_hannah", "rooted", "modern_art", "officially_bob",
     "route66", "pressley", "systematic", "ownerless", "inflowing", "adminer", "user2", "settings_fan", "owen"],
)  # fmt: skip
def test_it_is_free(typed: str) -> None:
    assert not is_reserved_username(typed, "Inflow")


def test_the_products_name_is_the_deployments() -> None:
    names = ("photo_club", "photoclub_support", "ph0t0club1", "inflow")

    assert [is_reserved_username(name, "Photo Club!") for name in names] == [True, True, True, False]
    assert not any(is_reserved_username(name, "写真") for name in names)


async def test_it_is_told_after_the_form_of_a_name_and_before_its_words(house: House) -> None:
    told = [refusal(await house.visitor().signs_up(username=name))[2] for name in ("ad-min", "api", "asshole")]

    assert told == [
        "Username can only contain letters, numbers, and underscores",
        TAKEN[2],
        "Inappropriate language detected. Please revise your input.",
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "Inflow Support", "Support Inflow", "Admin Team", "The Admins", "Anna Admin", "Official Anna", "Inflow Anna",
        "Customer Care", "Help Desk", "Deleted Member", "Inf low Support", "A d m i n", "Site Administrator",
        "lnflow Team", "Adrnin Team", "Ｉｎｆｌｏｗ Ｓｕｐｐｏｒｔ", "Аdmin Теаm", "Іnflоw Ѕuрроrt", "Αdmin Τeam",
        "ᴀᴅᴍɪɴ ᴛᴇᴀᴍ",
        "𝐀𝐝𝐦𝐢𝐧 𝐓𝐞𝐚𝐦", "Ádmin Team",
        "Mоderator Anna", "Ꭺdmin Team", "Verified Anna",
    ],
)  # fmt: skip
async def test_a_full_name_that_speaks_for_the_product_is_refused(house: House, typed: str) -> None:
    answer = await house.visitor().signs_up(fullName=typed)

    assert refusal(answer) == (400, "invalid", "Inappropriate language detected. Please revise your input.")
    assert answer.json()["field"] == "fullName"


@pytest.mark.parametrize(
    "name",
    [
        "Ada Lovelace", "Amanda Root", "Norman Mailer", "Mark Staff", "Irene Press", "Bill Gates", "Guest Anna",
        "José Núñez", "Søren Ødegård", "Łukasz Żółć", "Nguyễn Văn Ánh", "Иван Петров", "Тит Модестов", "Сава Рус",
        "Αθηνά Παπά", "Ελένη Ρώτα",
        "李 小龍", "山田 太郎", "김 민준", "محمد عبدالله", "דוד כהן", "राम शर्मा", "สมชาย ใจดี",
        "Արամ Խաչատրյան", "ნინო ბერიძე", "አበበ ቢቂላ", "မောင် ရွှေ", "ទេព សុខា", "தா ராமன்",
    ],
)  # fmt: skip
def test_a_real_name_of_any_script_is_free(name: str) -> None:
    assert check_full_name(name, product="Inflow") == unicodedata.normalize("NFC", name)


def test_a_username_in_look_alike_letters_is_taken() -> None:
    assert all(is_reserved_username(name, "Inflow") for name in ("lnflow", "adrnin", "offlcial_lnflow"))


def test_no_place_of_the_product_is_somebodys_name() -> None:
    """The first segment of each address, if it could be a username."""
    paths = (WEB / "src" / "paths.ts").read_text(encoding="utf-8")
    segments = Counter(re.findall(r"[\"`]/([a-z-]{3,})", paths)) + Counter(
        ["api", "media", "assets", "dev", "healthz", "livez", "readyz", "metrics"]
    )

    assert len(segments) > 20
    for spelled in ("", "_"):
        names = [segment.replace("-", spelled) for segment in segments]
        assert [name for name in names if not is_reserved_username(name, "Inflow")] == []
