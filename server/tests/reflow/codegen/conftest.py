"""A small product for code generation: a library that lends books, with every kind of signature."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, NewType

import msgspec
import pytest

from reflow.functions import Registry, action, mutation, query
from reflow.pagination import FIRST_PAGE, Page, PaginationOpts
from reflow.values import Int64

BookId = NewType("BookId", str)
Shelf = Literal["fiction", "poetry"]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Size(msgspec.Struct, rename="camel", kw_only=True):
    """How big it is, in millimetres."""

    page_height: Annotated[float, msgspec.Meta(gt=0, le=600)]
    page_width: float = 120.0


class Book(msgspec.Struct, rename="camel", kw_only=True):
    """A book.

    Attributes:
        lent_to: Who has it,
            or ``None``.
        scan: The title page.
    """

    id: BookId = msgspec.field(name="_id")
    title: str
    shelf: Shelf
    size: Size
    lent_to: str | None
    barcode: Int64
    added_at: datetime
    scan: bytes | msgspec.UnsetType = msgspec.UNSET
    copies: dict[str, int]
    sequels: list[Book]


@query
async def get_book(ctx: Any, *, book_id: BookId) -> Book | None:
    """One book, or ``null``; see :func:`get_books`."""


@query
async def get_books(
    ctx: Any, *, shelf: Shelf, only_lent: bool = False, pagination_opts: PaginationOpts = FIRST_PAGE
) -> Page[Book]:
    """The books of a shelf, newest first."""
    raise NotImplementedError


@query
async def count(ctx: Any) -> int:
    """How many books there are."""
    return 0


@mutation
async def add_book(
    ctx: Any, *, title: Title, tags: list[Title], size: Size, keywords: list[str | int], note: Title | None = None
) -> BookId:
    """Put a book on its shelf.

    Comments end with */ in some languages.

    Args:
        note: For the librarians.

    Raises:
        AppError: `invalid`.
    """
    raise NotImplementedError


@action(path="library/outside:order")
async def order(ctx: Any, *, isbn: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{13}$")]) -> None:
    """Ask the bookshop for it."""


@pytest.fixture
def library() -> Registry:
    """The functions of this product."""
    return Registry([get_book, get_books, count, add_book, order])
