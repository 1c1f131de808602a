"""The words on the pages of an archive, in the languages of Inflow."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple


class PageWords(NamedTuple):
    """The words of one language.

    Attributes:
        months: From January on.
        date: Formats day, month, year and time.
    """

    language: str
    fotos: str
    flicks: str
    grids: str
    messages: str
    archive_of: str
    made: str
    about: str
    joined: str
    no_posts: str
    no_grids: str
    no_messages: str
    close: str
    newer: str
    older: str
    page: str
    cue: str
    archived: str
    unlisted: str
    removed: str
    alt_text: str
    deleted_member: str
    deleted_message: str
    unreadable: str
    photo: str
    you: str
    back: str
    months: tuple[str, ...]
    date: Callable[[str, str, str, str], str]

    def moment(self, iso: str) -> str:
        """An instant of the archive in words, in UTC."""
        at = datetime.fromisoformat(iso)
        return self.date(str(at.day), self.months[at.month - 1], str(at.year), f"{at:%H:%M}")


_EN: Final = PageWords(
    language="en",
    fotos="Fotos",
    flicks="Flicks",
    grids="Grids",
    messages="Messages",
    archive_of="Archive of {name}",
    made="Made by {product} on {date}.",
    about="These pages work offline. The files beside them have everything, for other programs: posts.json,"
    " comments.json and more. Your original photos are in the folder photos.",
    joined="Member since {date}",
    no_posts="No fotos.",
    no_grids="No grids.",
    no_messages="No messages.",
    close="Close",
    newer="Newer",
    older="Older",
    page="Page {page} of {pages}",
    cue="Cue only",
    archived="In your archive",
    unlisted="Taken off the walls by a moderator",
    removed="Removed by a moderator",
    alt_text="Alternative text",
    deleted_member="Deleted member",
    deleted_message="Message deleted",
    unreadable="This message can't be decrypted.",
    photo="Photo",
    you="You",
    back="Back to {name}",
    months=(
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
    date=lambda day, month, year, time: f"{day} {month} {year}, {time} UTC",
)
_DE: Final = PageWords(
    language="de",
    fotos="Fotos",
    flicks="Flicks",
    grids="Grids",
    messages="Nachrichten",
    archive_of="Archiv von {name}",
    made="Erstellt von {product} am {date}.",
    about="Diese Seiten funktionieren offline. Die Dateien daneben enthalten alles für andere Programme: posts.json,"
    " comments.json und mehr. Deine Originalfotos sind im Ordner photos.",
    joined="Mitglied seit {date}",
    no_posts="Keine Fotos.",
    no_grids="Keine Grids.",
    no_messages="Keine Nachrichten.",
    close="Schließen",
    newer="Neuere",
    older="Ältere",
    page="Seite {page} von {pages}",
    cue="Nur für Cue",
    archived="In deinem Archiv",
    unlisted="Von der Moderation von den Wänden genommen",
    removed="Von der Moderation entfernt",
    alt_text="Alternativtext",
    deleted_member="Gelöschtes Mitglied",
    deleted_message="Nachricht gelöscht",
    unreadable="Diese Nachricht kann nicht entschlüsselt werden.",
    photo="Foto",
    you="Du",
    back="Zurück zu {name}",
    months=(
        *("Januar", "Februar", "März", "April", "Mai", "Juni"),
        *("Juli", "August", "September", "Oktober", "November", "Dezember"),
    ),
    date=lambda day, month, year, time: f"{day}. {month} {year}, {time} UTC",
)


def words_in(language: str) -> PageWords:
    """The words in a language, by its BCP 47 tag; English for those that the pages do not have."""
    return _DE if language.partition("-")[0].lower() == "de" else _EN
