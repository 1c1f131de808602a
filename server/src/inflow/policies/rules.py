"""The kinds of documents, their limits, and the refusals."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

PolicyKind = Literal["about", "rules", "terms", "privacy", "imprint"]
TemplateLanguage = Literal["en", "de"]

KINDS: Final[tuple[PolicyKind, ...]] = ("about", "rules", "terms", "privacy", "imprint")
LANGUAGES: Final[tuple[TemplateLanguage, ...]] = ("en", "de")
ACCEPTED_KINDS: Final[tuple[PolicyKind, ...]] = ("terms", "rules")
"""The kinds that members accept. A privacy text informs; it is nothing to agree to."""

TEXT_MAX: Final = 50_000
OPEN_PLACE: Final = "[["
"""How templates mark what the operator has to fill in."""

PolicyText = Annotated[str, Meta(max_length=TEXT_MAX)]
PolicyVersion = Annotated[int, Meta(ge=0, le=1_000_000)]

EMPTY: Final = "Please write some text."
UNFINISHED: Final = "Please fill in the places in double square brackets."
UNCHANGED: Final = "This text is published already."
NOT_ACCEPTED_KIND: Final = "Members accept only the terms and the community rules."
NEWER: Final = "Another owner published a newer version. Please read it first."
NO_VERSION: Final = "This version does not exist."
NOT_ACCEPTED: Final = "Please read and accept the new terms or rules first."
