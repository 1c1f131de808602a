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


_SKY, _GARDEN = ("deep field", "moon", "launch"), ("dahlia", "grass")

CHARACTERS: Final = (
    Character(
        "Mara Lindqvist",
        "mara",
        "scenic",
        ("pavilion", "dahlia", "launch"),
        "Light first, everything else after.",
        True,
    ),
    Character(
        "Jonas Okafor", "jonas", "scenic", ("launch", "deep field"), "Up before the sun, asleep before the news."
    ),
    Character("Ines Valverde", "ines", "scenic", _GARDEN, "I photograph what holds still."),
    Character("Teo Marchetti", "teo", "scenic", ("gravel", "moon", "dahlia"), "Walks. Stops. Walks on."),
    Character("Anouk Delacroix", "anouk", "scenic", ("dahlia", "grass"), "Petals, mostly.", True),
    Character("Kenji Morita", "kenji", "scenic", ("pavilion", "launch"), "One roof a day."),
    Character("Saoirse Byrne", "saoirse", "scenic", _SKY, "It is always night somewhere."),
    Character("Emil Novak", "emil", "scenic", ("gravel", "deep field"), ""),
    Character("Priya Raman", "priya", "lifestyle", ("coffee", "cat"), "Two espressos and a cat.", True),
    Character("Luca Ferrante", "luca", "lifestyle", ("coffee", "bricks"), "Il caffe prima di tutto."),
    Character("Hanna Becker", "hanna", "lifestyle", ("cat", "dahlia"), "My cat has opinions."),
    Character("Mateo Rojas", "mateo", "lifestyle", ("coffee", "cameraman"), "Table for one, please."),
    Character("Noor Haddad", "noor", "lifestyle", ("dahlia", "coffee"), "Small things, looked at twice."),
    Character("Freya Solberg", "freya", "lifestyle", ("cat", "coffee", "grass"), ""),
    Character("Dario Conti", "dario", "lifestyle", ("bricks", "coffee"), "I know every pavement in this town."),
    Character("Amara Diallo", "amara", "lifestyle", ("cat", "cameraman"), "Portraits of whoever sits still."),
    Character("Viktor Hale", "viktor", "randomized", ("cameraman", "bricks"), "Black, white and the rest.", True),
    Character("Juno Castellan", "juno", "randomized", ("astronaut", "launch"), "Ten, nine, eight …"),
    Character("Ravi Menon", "ravi", "randomized", ("gravel", "grass", "bricks"), "Textures. Only textures."),
    Character("Clara Winther", "clara", "randomized", ("astronaut", "deep field"), "I wanted to be her. I still do."),
    Character("Samir Aziz", "samir", "randomized", ("cameraman", "moon"), "Waiting for the light to be wrong."),
    Character("Tove Nyberg", "tove", "randomized", ("deep field", "gravel"), "From very far to very near."),
    Character("Oskar Brandt", "oskar", "randomized", ("launch", "cat"), ""),
    Character("Leila Moreau", "leila", "randomized", ("coffee", "astronaut", "moon"), "Whatever is in front of me."),
)

CAPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "pavilion": (
        "An hour before the buses come.",
        "Count the greens.",
        "Climbed all of it. Would climb it again.",
        "The lake was hardly there this morning.",
        "Whoever painted this had time.",
        "Roof, roof, roof, sky.",
        "Haze until noon, then nothing but blue.",
        "Third visit. First time without rain.",
        "I came for the view and looked at the joinery.",
        "From the path behind the trees.",
    ),
    "dahlia": (
        "She opened overnight.",
        "No filter needed, so I used one.",
        "Every petal folded the same way. Every single one.",
        "The last one before the frost.",
        "From grandmother's garden.",
        "A geometry lesson.",
        "Forty minutes on my knees for this.",
        "Orange is a feeling.",
        "The wind stopped for exactly one second.",
    ),
    "coffee": (
        "Coffee, finally.",
        "The good table was free.",
        "Third one. Nobody counts.",
        "Rain outside, this inside.",
        "The spoon was only for the picture.",
        "Ten minutes of nothing at all.",
        "Red cup days.",
        "They know my order here.",
        "Before the first word of the morning.",
        "This table is older than the three of us.",
    ),
    "cat": (
        "She heard the tin.",
        "Not amused. Never amused.",
        "The landlady.",
        "I moved. She did not.",
        "Somebody has been on the keyboard again.",
        "Portrait of a person who owns my chair.",
        "Five in the morning, according to her.",
        "Whiskers, all present.",
    ),
    "launch": (
        "T minus an hour.",
        "We stood in the marsh for this. Worth it.",
        "The blue lasted four minutes.",
        "Scrubbed. We come back on Thursday.",
        "Everybody whispers here. Nobody knows why.",
        "Steel and sodium light.",
        "The quiet before.",
    ),
    "astronaut": (
        "The poster over my desk since I was nine.",
        "Patches tell you everything.",
        "My reflection is in that visor somewhere.",
        "First woman to fly it.",
        "Orange suit Friday.",
        "The model is better than the toy ever was.",
    ),
    "deep field": (
        "Every dot is a galaxy. Every dot.",
        "Ten days of looking at nothing, and then this.",
        "Pick one. Somebody may live there.",
        "The reds are the old ones.",
        "I put this on when I cannot sleep.",
        "A crop of a crop of a crop of the sky.",
    ),
    "moon": (
        "Low sun, long shadows.",
        "It looks like wet sand, does it not?",
        "One small crater for me.",
        "Grey has more shades than they told us.",
        "Nobody has walked here.",
    ),
    "cameraman": (
        "Photographing the one who photographs.",
        "He did not notice me for an hour.",
        "Cold hands, steady tripod.",
        "He said the light was wrong. It was.",
        "The lawn was white with frost an hour ago.",
        "A tower for scale.",
    ),
    "bricks": (
        "Look down more often.",
        "Somebody laid these one by one.",
        "Herringbone is overrated.",
        "The street outside, after the rain.",
        "Four hundred and twelve. I counted.",
    ),
    "grass": (
        "There is a four-leaved one in here. Find it.",
        "Lying down counts as research.",
        "Unmown, on purpose.",
        "Nothing happens here, beautifully.",
        "August.",
    ),
    "gravel": (
        "Crunch.",
        "No two alike, and nobody looks.",
        "The path to the lake, all of it.",
        "Grey, grey, grey, a little pink, grey.",
        "Texture study, number nineteen.",
    ),
}

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
