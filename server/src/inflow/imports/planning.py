"""From what a reader found to the items of an import, in the order in which they arrive. No I/O."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec

from inflow.core.text import clean
from inflow.grids.rules import MOST_IMAGES
from inflow.imports.found import (
    Content,
    Found,
    FoundCollection,
    FoundFoto,
    FoundGrid,
    FoundPost,
    FoundProfile,
    LeftOut,
    Problem,
    alt_text_of,
    caption_of,
    is_video,
)
from inflow.imports.rules import (
    ALT_TEXT_CUT,
    CAPTION_CUT,
    IS_VIDEO,
    MISSING_FILE,
    MOST_POSTS,
    TOO_MANY_POSTS,
    UNKNOWN_ARCHIVE,
    Source,
)
from inflow.imports.views import Contents
from inflow.members.views import iso
from inflow.posts.rules import ALT_TEXT_MAX, CAPTION_MAX
from reflow import AppError

_EARLIEST: Final = datetime.min.replace(tzinfo=UTC)
_TICK: Final = timedelta(microseconds=1)
_MOST_NAME: Final = 300
_MOST_KEY: Final = 1_000
"""Bytes. Keys are ids, addresses and names of files."""


class Item(NamedTuple):
    """An item of an import."""

    key: str
    at: datetime | None
    content: dict[str, Any]
    state: str = "waiting"
    why: str | None = None


class Plan(NamedTuple):
    """The items of an import in their order, and what the archive has."""

    items: list[Item]
    contents: Contents


def post_id_of(user_id: str, source: Source, key: str) -> str:
    """The id of the post, or the grid, that a member brings from a source. Since it is always the same, it cannot
    arrive twice.
    """
    digest = hashlib.sha256("\n".join((user_id, source, key)).encode("utf-8", "surrogatepass")).digest()
    return base64.b32encode(digest[:16]).decode().rstrip("=").lower()


def plan(found: Iterable[Found], names: frozenset[str]) -> Plan:
    """Plan an import.

    Args:
        names: The names of the archive's files.

    Raises:
        AppError: ``invalid``, there is nothing to bring along, or too much.
    """
    planning = _Planning(names)
    for each in found:
        planning.add(each)
    return planning.finish()


class _Planning:
    """A plan that is being made."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._posts = list[tuple[FoundPost, str | None]]()
        self._others = list[Content]()
        self._problems = list[Problem]()
        self._counts = dict.fromkeys(("videos", "undated", "shortened", "boosts", "replies", "without_fotos"), 0)
        self._keys = set[str]()

    def add(self, found: Found) -> None:
        if isinstance(found, Problem):
            self._add_problem(found)
        elif isinstance(found, LeftOut):
            self._counts[found.kind] += 1
        else:
            self._add_content(found)

    def _add_content(self, found: Content) -> None:
        key = _stored_key(found.key)
        if key in self._keys:
            return
        self._keys.add(key)
        if isinstance(found, FoundPost):
            self._add_post(msgspec.structs.replace(found, key=key))
        elif len(self._others) < MOST_POSTS:
            self._others.append(msgspec.structs.replace(self._bounded(found), key=key))

    def _bounded(self, found: Content) -> Content:
        """A grid or a collection with no more posts than there can be: each costs a query when it arrives."""
        if isinstance(found, FoundGrid):
            # One post too many, so that it is refused like any other grid that does not fit.
            return msgspec.structs.replace(found, posts=found.posts[: MOST_IMAGES + 1])
        if isinstance(found, FoundCollection):
            once = {key: (key, at) for key, at in reversed(found.posts) if _stored_key(key) in self._keys}
            return msgspec.structs.replace(found, posts=tuple(reversed(once.values())))
        return found

    def finish(self) -> Plan:
        if not self._posts and not self._problems:
            raise AppError("invalid", UNKNOWN_ARCHIVE)
        dated = [each for each in self._posts if each[0].at is not None]
        dated.sort(key=lambda each: each[0].at or _EARLIEST)
        undated = [each for each in self._posts if each[0].at is None]
        items = _in_order([_item(post, post.at, why) for post, why in [*dated, *undated]])
        items += [_item(each, None if isinstance(each, FoundProfile) else each.at) for each in self._in_their_order()]
        items += [
            Item(f"problem {number}", None, {"type": "problem", "name": each.name[:_MOST_NAME]}, "refused", each.why)
            for number, each in enumerate(self._problems)
        ]
        return Plan(items, self._contents([post for post, _ in dated]))

    def _in_their_order(self) -> list[Content]:
        """Grids, then collections, then the profile, each in the order in which they were found."""
        return sorted(
            self._others,
            key=lambda each: [FoundGrid, FoundCollection, FoundProfile].index(type(each)),  # type: ignore[arg-type]  # no posts are among them
        )

    def _contents(self, dated: list[FoundPost]) -> Contents:
        kinds = [type(each) for each in self._others]
        times = [post.at for post in dated if post.at is not None]
        return Contents(
            posts=len(self._posts),
            fotos=sum(len(post.fotos) for post, _ in self._posts),
            grids=kinds.count(FoundGrid),
            collections=kinds.count(FoundCollection),
            profile=FoundProfile in kinds,
            earliest=iso(times[0]) if times else None,
            latest=iso(times[-1]) if times else None,
            **self._counts,
        )

    def _add_post(self, post: FoundPost) -> None:
        fotos, why = list[FoundFoto](), None
        for foto in post.fotos:
            if foto.name not in self._names:
                self._add_problem(Problem(name=foto.name, why=MISSING_FILE))
            elif is_video(foto.name):
                self._add_problem(Problem(name=foto.name, why=IS_VIDEO))
            else:
                if len(clean(foto.alt_text)) > ALT_TEXT_MAX:
                    why = ALT_TEXT_CUT
                fotos.append(msgspec.structs.replace(foto, alt_text=alt_text_of(foto.alt_text)))
        if not fotos:
            return
        if len(self._posts) >= MOST_POSTS:
            raise AppError("invalid", TOO_MANY_POSTS)
        if len(clean(post.caption)) > CAPTION_MAX:
            why = CAPTION_CUT
        self._counts["shortened"] += why is not None
        self._counts["undated"] += post.at is None
        self._posts.append((msgspec.structs.replace(post, caption=caption_of(post.caption), fotos=tuple(fotos)), why))

    def _add_problem(self, problem: Problem) -> None:
        self._counts["videos"] += problem.why == IS_VIDEO
        if len(self._problems) < MOST_POSTS:
            self._problems.append(problem)


def _stored_key(key: str) -> str:
    """The key as the database indexes it, which does so for short texts only."""
    if len(key.encode("utf-8", "surrogatepass")) <= _MOST_KEY and "\0" not in key:
        return key
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _item(content: Content, at: datetime | None, why: str | None = None) -> Item:
    return Item(content.key, at, msgspec.to_builtins(content), why=why)


def _in_order(items: list[Item]) -> list[Item]:
    """The items with times of which no two are the same, so that they stay in their order."""
    ordered, last = list[Item](), None
    for each in items:
        at = each.at
        if at is not None and last is not None and at <= last:
            at = last + _TICK
        last = at or last
        ordered.append(each._replace(at=at))
    return ordered
