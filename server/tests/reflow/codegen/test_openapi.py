"""The OpenAPI description: complete, valid, and strict enough to reject malformed calls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from reflow.contrib.openapi import openapi
from reflow.functions import Registry

KEYWORDS = {
    *("$ref", "type", "properties", "required", "additionalProperties", "items", "prefixItems", "minItems", "maxItems"),
    *("oneOf", "anyOf", "const", "enum", "title", "description", "default", "discriminator", "format", "pattern"),
    *("minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "contentEncoding"),
    *("propertyNames", "x-returns"),
}


@pytest.fixture
def document(library: Registry) -> Any:
    """The description of the library, after a round trip through JSON."""
    made = openapi(library, title="Library", version="1.0", error_codes=["not_found", "invalid"])
    return json.loads(json.dumps(made))


def test_each_kind_has_its_address_and_names_its_calls(document: Any) -> None:
    found = {address: sorted(_body(path)["discriminator"]["mapping"]) for address, path in document["paths"].items()}

    assert found == {
        "/api/query": ["codegen:count", "codegen:getBook", "codegen:getBooks"],
        "/api/mutation": ["codegen:addBook"],
        "/api/action": ["library/outside:order"],
    }


def test_every_reference_leads_somewhere(document: Any) -> None:
    references = [value for part in _parts(document) for key, value in part.items() if key == "$ref"]

    assert references
    for reference in references:
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]


def test_every_schema_uses_the_keywords_of_json_schema(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert re.fullmatch(r"[A-Za-z0-9._-]+", name)
        _check(schema)


def test_a_call_names_its_path_arguments_and_result(document: Any) -> None:
    call = document["components"]["schemas"]["call.codegen.getBook"]

    assert call["properties"]["path"] == {"const": "codegen:getBook"}
    assert call["properties"]["args"]["oneOf"][0] == {"$ref": "#/components/schemas/GetBook"}
    assert {"$ref": "#/components/schemas/Book"} in call["x-returns"]["anyOf"]
    assert document["components"]["schemas"]["GetBook"]["additionalProperties"] is False


def test_bytes_and_long_integers_wear_the_clothes_of_the_wire(document: Any) -> None:
    book = document["components"]["schemas"]["Book"]["properties"]

    assert list(book["scan"]["properties"]) == ["$bytes"]
    assert list(book["barcode"]["properties"]) == ["$integer"]


def test_refusals_carry_a_published_code(document: Any) -> None:
    refused = document["components"]["schemas"]["Refused"]["properties"]["errorData"]

    assert refused["properties"]["code"]["enum"] == ["invalid", "not_found"]


def _body(path: Any) -> Any:
    return path["post"]["requestBody"]["content"]["application/json"]["schema"]


def _parts(part: Any) -> Iterator[dict[str, Any]]:
    """Every object in the document."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _parts(inner)


def _check(schema: Any) -> None:
    """Raise where a schema, or one inside it, has a keyword that JSON Schema lacks, or requires a missing property."""
    if isinstance(schema, bool):
        return
    assert set(schema) <= KEYWORDS, set(schema) - KEYWORDS
    assert set(schema.get("required", ())) <= set(schema.get("properties", ()))
    for name in {"items", "additionalProperties", "x-returns", "propertyNames"} & set(schema):
        _check(schema[name])
    for inner in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("prefixItems", ())):
        _check(inner)
    for inner in schema.get("properties", {}).values():
        _check(inner)
