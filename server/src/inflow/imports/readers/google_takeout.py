"""Archives that Google Takeout makes of Google Photos: photos, with a JSON document beside each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from inflow.imports.archives import Archive, read_json
from inflow.imports.found import Found, FoundFoto, FoundPost, Problem, is_photo, is_video, mapping, moment, text
from inflow.imports.rules import IS_VIDEO
from reflow import AppError

_SUFFIX: Final = "supplemental-metadata"
_ALBUM: Final = "metadata.json"
_COUNTED: Final = re.compile(r"(.+)(\(\d{1,5}\))")
_EDITED: Final = "-edited"
_LONGEST_LEGACY: Final = 46
"""To so many characters an older Takeout cut the name of a photo in that of its document."""


def fits(archive: Archive) -> bool:
    """Whether this is such an archive."""
    return any(_documents(folder) for folder in _folders(archive).values())


def find(archive: Archive, now: datetime) -> Iterator[Found]:
    """What is in it. A photo that is in several albums comes once, and an edited one in place of its original."""
    seen = set[str]()
    for path, files in sorted(_folders(archive).items()):
        documents = _documents(files)
        for name in sorted(files):
            if is_video(name):
                yield Problem(name=path + name, why=IS_VIDEO)
            elif is_photo(name) and _edited(name) not in files:
                about = _about(archive, path, documents.get(_original(name, files)))
                key = archive.fingerprint(path + name)
                if key not in seen and about.get("trashed") is not True:
                    seen.add(key)
                    yield _post(key, path + name, about, now)


def _post(key: str, name: str, about: dict[str, Any], now: datetime) -> FoundPost:
    taken = mapping(about.get("photoTakenTime")).get("timestamp")
    created = mapping(about.get("creationTime")).get("timestamp")
    return FoundPost(
        key=key,
        at=moment(taken, now) or moment(created, now),
        caption=text(about.get("description")),
        is_archived=about.get("archived") is True,
        fotos=(FoundFoto(name=name),),
    )


def _folders(archive: Archive) -> dict[str, frozenset[str]]:
    """The names of the files in each folder."""
    folders = defaultdict[str, set[str]](set)
    for name in archive.names:
        folder, slash, last = name.rpartition("/")
        folders[folder + slash].add(last)
    return {folder: frozenset(names) for folder, names in folders.items()}


def _documents(files: frozenset[str]) -> dict[str, str]:
    """The document of each photo or video of a folder."""
    found = dict[str, str]()
    for name in sorted(files):
        if name.endswith(".json") and name != _ALBUM and (photo := _described_by(name, files)):
            found.setdefault(photo, name)
    return found


def _described_by(document: str, files: frozenset[str]) -> str | None:
    """The photo or video that a document is about, by its name: `a.jpg.supplemental-metadata(1).json` is about
    `a(1).jpg`. Where the whole name would be too long, Takeout cut its end.
    """
    stem, counter = document.removesuffix(".json"), ""
    if (match := _COUNTED.fullmatch(stem)) and stem not in files:
        stem, counter = match[1], match[2]
    head, dot, tail = stem.rpartition(".")
    for base in dict.fromkeys([stem, head] if dot and _SUFFIX.startswith(tail) else [stem]):
        if (wanted := _with_counter(base, counter)) in files and (is_photo(wanted) or is_video(wanted)):
            return wanted
    if len(stem) >= _LONGEST_LEGACY:
        near = [each for each in files if each.startswith(stem) and (is_photo(each) or is_video(each))]
        return near[0] if len(near) == 1 else None
    return None


def _with_counter(name: str, counter: str) -> str:
    head, dot, extension = name.rpartition(".")
    return f"{head}{counter}{dot}{extension}" if dot else name + counter


def _edited(name: str) -> str:
    head, dot, extension = name.rpartition(".")
    return f"{head}{_EDITED}{dot}{extension}"


def _original(name: str, files: frozenset[str]) -> str:
    """The photo whose document an edited one shares."""
    head, dot, extension = name.rpartition(".")
    original = f"{head.removesuffix(_EDITED)}{dot}{extension}"
    return original if head.endswith(_EDITED) and original in files else name


def _about(archive: Archive, path: str, document: str | None) -> dict[str, Any]:
    if document is None:
        return {}
    try:
        return mapping(read_json(archive, path + document))
    except AppError:
        # The photo is there all the same.
        return {}
