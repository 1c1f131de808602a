"""A list from many authors stores its authors once, however many of its pages are open."""

from __future__ import annotations

import gc
import tracemalloc
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from sqlalchemy import bindparam

from reflow.live.index import PredicateIndex, Watch
from reflow.readset import KeySet
from reflow.statements import statement

from .schema import ID, posts

PAGE = statement(
    sa.select(posts.c.id).where(
        posts.c.author_id == sa.any_(bindparam("authors", type_=sa.ARRAY(ID))),
        posts.c.is_video == sa.false(),
        posts.c.id < bindparam("before"),
    )
)
AUTHORS = [f"author {number}" for number in range(10_000)]


class Change(NamedTuple):
    """A new post."""

    new: dict[str, str | None]
    old: None = None
    table: str = "posts"


class Author(str):
    """An id that counts how often any of them is hashed, that is, looked up."""

    __slots__ = ()
    hashed = 0

    def __hash__(self) -> int:
        Author.hashed += 1
        return super().__hash__()


def post_of(author: str) -> Change:
    return Change({"id": "a post", "author_id": author, "is_video": "f"})


def watches(before: str, authors: list[str]) -> list[Watch]:
    return PAGE.watches({"authors": list(authors), "before": before}, [])


@pytest.fixture
def index() -> PredicateIndex[str]:
    return PredicateIndex()


def open_page(index: PredicateIndex[str], name: str, authors: list[str] = AUTHORS) -> tuple[list[Watch], int]:
    """Open a page: what it watches, and how many bytes that takes."""
    gc.collect()
    tracemalloc.start()
    watched = watches(name, authors)
    index.replace(name, (), watched)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return watched, size


def test_a_second_page_takes_no_room_for_the_authors(index: PredicateIndex[str]) -> None:
    first, of_first = open_page(index, "one page")
    second, of_second = open_page(index, "z other page")

    assert len(first) == len(second) == 1
    assert of_second < 0.02 * of_first


def test_a_post_is_found_by_its_author_in_as_many_steps_as_with_one_author(index: PredicateIndex[str]) -> None:
    open_page(index, "everybody")
    open_page(index, "two", AUTHORS[:2] * 64)
    author, stranger = Author(AUTHORS[7]), Author("a stranger")
    Author.hashed = 0

    assert index.match(post_of(author)) == {"everybody"}
    assert index.match(post_of(stranger)) == set()
    assert Author.hashed <= 6


def test_pages_come_and_go_and_the_authors_stay_as_long_as_one_is_open(index: PredicateIndex[str]) -> None:
    one, _ = open_page(index, "one page")
    two, _ = open_page(index, "two pages")
    fewer = watches("two pages", AUTHORS[1:])
    assert index.match(post_of(AUTHORS[0])) == {"one page", "two pages"}

    index.replace("two pages", two, fewer)
    assert index.match(post_of(AUTHORS[0])) == {"one page"}
    assert index.match(post_of(AUTHORS[1])) == {"one page", "two pages"}

    index.replace("one page", one, ())
    assert index.match(post_of(AUTHORS[1])) == {"two pages"}
    index.replace("two pages", fewer, ())
    assert len(index) == 0
    assert not index.match_table("posts")


def test_the_pages_of_one_list_share_its_weight(index: PredicateIndex[str]) -> None:
    open_page(index, "one page")
    watched, _ = open_page(index, "two pages")
    (part,) = (part for part in watched[0].key if isinstance(part, KeySet))

    assert part.users == 2
