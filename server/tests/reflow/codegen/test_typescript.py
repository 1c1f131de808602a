"""The text of the generated file."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, NewType

import msgspec
import pytest

from reflow.codegen import typescript, typescript_limits
from reflow.functions import Registry, mutation, query

WIRE_SPELLING = "snake"


@query(path="flow_requests:get_open_requests")
async def get_open_requests(ctx: Any, *, sent_by: str) -> list[str]:
    """Who was asked."""
    return [sent_by]


def test_a_name_for_a_string_becomes_a_branded_id(library: Registry) -> None:
    assert 'export type BookId = string & { readonly __brand: "BookId" };' in typescript(library, error_codes=[])


def test_a_struct_speaks_by_its_wire_names(library: Registry) -> None:
    book = _definition(typescript(library, error_codes=[]), "Book")

    assert book == [
        "_id: BookId;",
        "title: string;",
        "shelf: Shelf;",
        "size: Size;",
        "/** Who has it, or `None`. */",
        "lentTo: string | null;",
        "barcode: bigint;",
        "addedAt: string;",
        "/** The title page. */",
        "scan?: ArrayBuffer;",
        "copies: Record<string, number>;",
        "sequels: Book[];",
    ]


def test_a_default_is_optional_where_it_is_given_and_certain_where_it_is_returned(library: Registry) -> None:
    text = typescript(library, error_codes=[])

    assert _definition(text, "Size") == ["pageHeight: number;", "pageWidth: number;"]
    assert _definition(text, "SizeInput") == ["pageHeight: number;", "pageWidth?: number;"]
    assert "note?: string | null;" in text


def test_literals_keep_the_name_they_have_in_their_module(library: Registry) -> None:
    assert 'export type Shelf = "fiction" | "poetry";' in typescript(library, error_codes=[])


def test_limits_of_arguments_are_a_constant_by_call(library: Registry) -> None:
    text = typescript_limits(library)

    assert "    title: { minLength: 1, maxLength: 300 }," in text
    assert "      pageHeight: { exclusiveMinimum: 0, maximum: 600 }," in text
    assert 'isbn: { pattern: "^[0-9]{13}$" },' in text
    assert "numItems" not in text


def test_docstrings_are_read_by_editors(library: Registry) -> None:
    text = typescript(library, error_codes=[])

    assert "/** One book, or `null`; see `get_books`. */\n    getBook:" in text
    assert "Comments end with *\\/ in some languages.\n     *\n     * Raises:" in text
    assert "/** For the librarians. */\n        note?:" in text


def test_error_codes_are_a_union_in_order_and_once(library: Registry) -> None:
    assert 'export type ErrorCode = "invalid" | "not_found";' in typescript(
        library, error_codes=["not_found", "invalid", "not_found"]
    )
    assert "export type ErrorCode = never;" in typescript(library, error_codes=[])


def test_the_order_of_registration_changes_nothing(library: Registry) -> None:
    reversed_library = Registry(reversed(list(library)))

    assert typescript(reversed_library, error_codes=["b", "a"]) == typescript(library, error_codes=["a", "b"])


def test_a_module_may_keep_its_own_spelling() -> None:
    text = typescript(Registry([get_open_requests]), error_codes=[])

    assert "get_open_requests: FunctionReference<" in text
    assert "sent_by: string;" in text


def test_a_type_without_a_counterpart_is_refused_by_name() -> None:
    @query(path="shop:price")
    async def price(ctx: Any) -> Decimal:
        raise NotImplementedError

    with pytest.raises(TypeError, match=r"decimal\.Decimal.*cannot be said"):
        typescript(Registry([price]), error_codes=[])


def test_two_types_of_one_name_are_refused() -> None:
    mine, theirs = NewType("PageId", str), NewType("PageId", str)

    @query(path="shop:both")
    async def both(ctx: Any, *, first: str, second: str) -> None: ...

    both.call.__annotations__.update(first=mine, second=theirs)

    with pytest.raises(TypeError, match="Two types are named PageId"):
        typescript(Registry([query(path="shop:both")(both.call)]), error_codes=[])


def test_a_function_cannot_have_the_name_of_a_module() -> None:
    @query(path="shop:till")
    async def till(ctx: Any) -> None: ...

    @query(path="shop/till:open")
    async def opened(ctx: Any) -> None: ...

    with pytest.raises(TypeError, match=r"till is a (function|module)"):
        typescript(Registry([till, opened]), error_codes=[])


def test_limits_do_not_run_in_circles() -> None:
    @mutation(path="shop:plant")
    async def plant(ctx: Any, *, tree: _Tree) -> None: ...

    assert "name: { maxLength: 20 }," in typescript_limits(Registry([plant]))
    assert "branches: _Tree[];" in typescript(Registry([plant]), error_codes=[])


class _Tree(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(max_length=20)]
    branches: list[_Tree]


def _definition(text: str, name: str) -> list[str]:
    """The fields of a generated object type."""
    body = text.split(f"export type {name} = {{\n")[1].split("\n};", maxsplit=1)[0]
    return [line.strip() for line in body.splitlines()]
