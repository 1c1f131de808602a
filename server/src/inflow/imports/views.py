"""Imports in the form that clients get."""

from __future__ import annotations

import msgspec

from inflow.imports.rules import ImportId, ImportState, Source
from inflow.members.views import iso
from inflow.posts.rules import PostType
from reflow import Row


class Contents(msgspec.Struct, rename="camel", kw_only=True, frozen=True):
    """What an archive has. `undated` posts get the time of their arrival; `shortened` are posts whose texts are too
    long. Boosts, replies and posts without fotos stay where they are.
    """

    posts: int = 0
    fotos: int = 0
    grids: int = 0
    collections: int = 0
    profile: bool = False
    videos: int = 0
    undated: int = 0
    shortened: int = 0
    boosts: int = 0
    replies: int = 0
    without_fotos: int = 0
    earliest: str | None = None
    latest: str | None = None


class ImportFailure(msgspec.Struct, rename="camel", kw_only=True):
    """Why an import failed, or why it waits."""

    code: str
    words: str


class Import(msgspec.Struct, rename="camel", kw_only=True):
    """An import of the caller's. Of `total` items, `done` arrived, `skipped` were here before, and `refused` cannot
    come; those that cannot come are in `total` as well. `source` and `contents` are null until the archive is read. In
    the state `working`, `failure` says why it waits.
    """

    id: ImportId = msgspec.field(name="_id")
    state: ImportState
    source: Source | None
    file_name: str
    byte_size: int
    audience: PostType | None
    total: int
    done: int
    skipped: int
    refused: int
    contents: Contents | None
    failure: ImportFailure | None
    created_at: str
    finished_at: str | None


class ImportProblem(msgspec.Struct, rename="camel", kw_only=True):
    """What the member should know about one thing in their archive. `isLost` means that it cannot come."""

    name: str
    why: str
    is_lost: bool


def import_view(row: Row) -> Import:
    """A row of an import as a view."""
    failure = None
    if row.failure_code is not None:
        failure = ImportFailure(code=row.failure_code, words=row.failure_words or "")
    return Import(
        id=row.id,
        state=row.state,
        source=row.source,
        file_name=row.file_name,
        byte_size=row.byte_size,
        audience=row.audience,
        total=row.total,
        done=row.done,
        skipped=row.skipped,
        refused=row.refused,
        contents=None if row.contents is None else msgspec.convert(row.contents, Contents),
        failure=failure,
        created_at=iso(row.created_at),
        finished_at=None if row.finished_at is None else iso(row.finished_at),
    )
