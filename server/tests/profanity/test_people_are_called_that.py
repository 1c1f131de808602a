"""People from any country can sign up under their own names."""

from __future__ import annotations

import pytest

from inflow.profanity import Profanity
from profanity.lists import lines_of

NAMES = lines_of("names.txt")
MOST_REFUSED = len(NAMES) * 5 // 10_000

english = Profanity.english()


def test_the_list_is_long_enough_to_say_something() -> None:
    assert len(NAMES) > 11_000


def test_hardly_any_name_is_refused_as_a_username() -> None:
    refused = [name for name in NAMES if english.in_username(name)]

    assert len(refused) <= MOST_REFUSED, refused


def test_hardly_any_name_is_refused_in_lower_case_with_a_year_behind_it() -> None:
    refused = [name for name in NAMES if english.in_username(f"{name}_1984".lower().replace(" ", "_"))]

    assert len(refused) <= MOST_REFUSED, refused


def test_hardly_any_first_and_last_name_is_refused() -> None:
    pairs = [f"{first} {last}" for first, last in zip(NAMES, reversed(NAMES), strict=True)]

    refused = [pair for pair in pairs if english.in_full_name(pair)]

    assert len(refused) <= MOST_REFUSED, refused


@pytest.mark.parametrize(
    "surname",
    "Fukui Fukuda Fukai Fukunaga Fukushima Pennisi Pennis Penniston Allcock Alcock Adcock Badcock Handcock Hancock "
    "Woodcock Laycock Maycock Wilcock Glasscock Cockroft Cockshott Cockshutt Cockburn Assis Asselin Assini Massey Bass "
    "Dyke Dykes Vandyke Dykstra Fucci Fuchs Fagan Cunto Vaginay Butts Titmuss Titchmarsh Sexton Draper Dikshit "
    "Lipschitz Schmidt Kuntz Hoare Whorley Pissarro Nigro Negri Sturdy Hornby Clitheroe Analytis Arsenault".split(),
)
def test_a_surname_is_free_as_a_name_and_as_a_username(surname: str) -> None:
    assert not english.in_full_name(f"Anna {surname}")
    assert not english.in_username(surname.lower())
    assert not english.in_username(f"anna_{surname.lower()}")
    assert not english.in_text(f"Thank you, {surname}!")


@pytest.mark.parametrize(
    "word",
    "bitches bitchez bitching bitchy biatches sluts shits wankers pussies assholes faggots jackoffs trannies hitlers "
    "spastics bellends minges queefs hentais threesomes scrotums pornos cuckolds milfs penises anuses orgies".split(),
)
def test_no_form_of_a_refused_word_is(word: str) -> None:
    assert english.in_text(f"you {word}!")
    assert english.in_username(word)
    assert english.in_full_name(f"Anna {word}")


@pytest.mark.parametrize(
    "name",
    [
        "Dick Van Dyke",
        "Philip K Dick",
        "Jarvis Cocker",
        "Alistair Cooke",
        "Semen Semenov",
        "Kike Hernandez",
        "Anal Shah",
        "Nguyen Thi Bich",
        "Marvin Gaye",
        "Robert Raper",
        "Virginia Rappe",
        "Shi Ting",
        "Fu Ke",
        "Eugen Slutsky",
        "Anna Slutzky",
        "Dildora Karimova",
        "Pen Is",
        "Тит Ливий",
        "Семён Аннушкин",
    ],
)
def test_they_may_be_called(name: str) -> None:
    assert not english.in_full_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Fuck You",
        "Fuckyou Smith",
        "Motherfucker Jones",
        "F U C K",
        "Fu Ck",
        "Stupid Bitch",
        "Big Tits",
        "Asshole Smith",
        "Stupidcunt Miller",
        "Gofuckyourself Smith",
        "Whitepowernigger Smith",
        "Clusterfuck Jones",
        "F\u00fcck Off",
        "Fu\u0441k Off",
        "Shiiit Head",
        "Adolf Hitler",
    ],
)
def test_nobody_is_called(name: str) -> None:
    assert english.in_full_name(name)
