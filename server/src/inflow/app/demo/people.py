"""The made-up members and their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PASSWORD: Final = "Low-Tide-of-1969"  # noqa: S105  # printed at every start: the demo is for one machine only
DOMAIN: Final = "example.org"
PROPOSED: Final = "seaside"
"""The nook that the curators propose."""


@dataclass(frozen=True)
class Character:
    """A made-up member and their favourite subjects of photographs."""

    full_name: str
    username: str
    nook: str
    subjects: tuple[str, ...]
    quote: str = ""
    is_curator: bool = False

    @property
    def email(self) -> str:
        """The address for their emails."""
        return f"{self.username}@{DOMAIN}"


CHARACTERS: Final = (
    Character(
        "Mara Lindqvist",
        "mara",
        "scenic",
        ("canals", "mountains", "cities"),
        "Light first, everything else after.",
        True,
    ),
    Character(
        "Jonas Okafor",
        "jonas",
        "scenic",
        ("launch", "mountains", "shore"),
        "Up before the sun, asleep before the news.",
    ),
    Character("Ines Valverde", "ines", "scenic", ("dahlia", "rooms", "woods"), "I photograph what holds still."),
    Character("Teo Marchetti", "teo", "scenic", ("gravel", "mountains", "woods"), "Walks. Stops. Walks on."),
    Character("Anouk Delacroix", "anouk", "scenic", ("dahlia", "grass", "canals"), "Petals, mostly.", True),
    Character("Kenji Morita", "kenji", "scenic", ("pavilion", "cities", "launch"), "One roof a day."),
    Character("Saoirse Byrne", "saoirse", "scenic", ("deep field", "moon", "shore"), "It is always night somewhere."),
    Character("Emil Novak", "emil", "scenic", ("shore", "deep field", "woods"), ""),
    Character("Priya Raman", "priya", "lifestyle", ("coffee", "cat", "rooms"), "Two espressos and a cat.", True),
    Character("Luca Ferrante", "luca", "lifestyle", ("coffee", "car", "canals"), "Il caffe prima di tutto."),
    Character("Hanna Becker", "hanna", "lifestyle", ("cat", "dahlia", "desks"), "My cat has opinions."),
    Character("Mateo Rojas", "mateo", "lifestyle", ("coffee", "cameraman", "street style"), "Table for one, please."),
    Character("Noor Haddad", "noor", "lifestyle", ("dahlia", "coffee", "portraits"), "Small things, looked at twice."),
    Character("Freya Solberg", "freya", "lifestyle", ("cat", "portraits", "woods"), ""),
    Character(
        "Dario Conti", "dario", "lifestyle", ("bricks", "street style", "rooms"), "I know every pavement in this town."
    ),
    Character(
        "Amara Diallo",
        "amara",
        "lifestyle",
        ("portraits", "cameraman", "street style"),
        "Portraits of whoever sits still.",
    ),
    Character(
        "Viktor Hale", "viktor", "randomized", ("cameraman", "bricks", "cities"), "Black, white and the rest.", True
    ),
    Character("Juno Castellan", "juno", "randomized", ("astronaut", "launch", "portraits"), "Ten, nine, eight …"),
    Character("Ravi Menon", "ravi", "randomized", ("gravel", "grass", "car"), "Textures. Only textures."),
    Character(
        "Clara Winther",
        "clara",
        "randomized",
        ("astronaut", "deep field", "portraits"),
        "I wanted to be her. I still do.",
    ),
    Character(
        "Samir Aziz", "samir", "randomized", ("cameraman", "moon", "cities"), "Waiting for the light to be wrong."
    ),
    Character("Tove Nyberg", "tove", "randomized", ("deep field", "shore", "mountains"), "From very far to very near."),
    Character("Oskar Brandt", "oskar", "randomized", ("launch", "cat", "desks"), ""),
    Character("Leila Moreau", "leila", "randomized", ("coffee", "astronaut", "canals"), "Whatever is in front of me."),
)

COMMENTS: Final = (
    "The light in this one!",
    "Where is that? I would go there at once.",
    "Quiet and exact.",
    "I can hear this picture.",
    "You always find the angle.",
    "This made my morning.",
    "How long did you wait for it?",
    "The crop is perfect.",
    "More of these, please.",
    "I walked past that a hundred times and never saw it.",
    "Those shadows.",
    "Printed it. It hangs in the kitchen now.",
    "Which lens?",
    "I was there the same evening and got nothing!",
    "The colours are unreal.",
    "Simple and so good.",
    "I like that it is not centred.",
    "This belongs on a wall.",
)

REPLIES: Final = (
    "An hour north of here. Bring a coat.",
    "Thank you! Pure luck.",
    "About forty minutes, and cold feet.",
    "An old fifty, wide open.",
    "Come along next time.",
    "You are too kind.",
    "There are more where that came from.",
    "I nearly deleted it.",
)

TALKS: Final = (
    (
        "Have you been to the harbour this week?",
        "Yes, at six. Nobody there but gulls.",
        "Show me!",
        "Tonight, when I am back at a desk.",
        "Saturday again? I bring the coffee.",
        "Saturday. Six. No excuses.",
    ),
    ("That dahlia is absurd.", "I know. I did nothing, it just stood there.", "Teach me to do nothing like that."),
    (
        "Are you coming to the walk on Sunday?",
        "If it does not rain.",
        "It is better if it rains.",
        "True. I am coming.",
    ),
    ("You won the bet, by the way.", "Which one?", "The blue lasted four minutes.", "Ha! Dinner is on you."),
    ("Could I use your picture of the roofs for our poster?", "Of course. Send me one when it is printed!"),
    (
        "Did you see the new proposal?",
        "I voted. Did you?",
        "Not yet. Explain it to me.",
        "It is about the sea. All of it.",
    ),
)
