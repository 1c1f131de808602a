"""An OpenAPI description of the HTTP half of the wire, for tools that read such descriptions: fuzzers, other languages.

The wire has one address per kind of function, and the function's path is in the body. The description has the same
structure: each operation's body is a call of one of its functions, distinguished by ``path``. A call's result type is
in ``x-returns``, because OpenAPI cannot connect an answer to a member of the request's ``oneOf``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from reflow.functions import Function, Kind, Registry

Schema = dict[str, Any]

_REF = "#/components/schemas/{name}"
_SUMMARIES: dict[Kind, str] = {
    "query": "Read, once",
    "mutation": "Change the database, in one transaction",
    "action": "Reach outside the database",
}
_LOGGED: Schema = {"type": "array", "items": {"type": "string"}}
_INT64: Schema = {
    "description": "A whole number of 64 bits: its 8 bytes, little-endian, in base64",
    "type": "object",
    "properties": {"$integer": {"type": "string", "contentEncoding": "base64"}},
    "required": ["$integer"],
    "additionalProperties": False,
}


def openapi(registry: Registry, *, title: str, version: str, error_codes: Iterable[str]) -> Schema:
    """The OpenAPI 3.1 document of these functions, ready for JSON.

    Args:
        registry: The functions to describe.
        title: Name of the product.
        version: Version of the product, not of OpenAPI.
        error_codes: The codes of the product's ``AppError``.

    Raises:
        TypeError: A signature contains a type without a JSON schema.
    """
    functions = sorted(registry, key=lambda function: function.path)
    types = [kind for function in functions for kind in (function.arguments, function.returns)]
    shapes, components = msgspec.json.schema_components(types, schema_hook=_schema_of, ref_template=_REF)
    for function, arguments, returned in zip(functions, shapes[::2], shapes[1::2], strict=True):
        components[_call_name(function)] = _call(function, arguments, returned)
    components["Refused"] = _refused(sorted(set(error_codes)))
    components["Unserved"] = _object({"code": {"type": "string"}, "message": {"type": "string"}})
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": version},
        "paths": {f"/api/{kind}": {"post": _operation(kind, functions)} for kind in _kinds(functions)},
        "components": {
            "schemas": _with_wire_bytes(components),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
        "security": [{}, {"token": []}],
    }


def _kinds(functions: list[Function[..., Any]]) -> list[Kind]:
    return [kind for kind in get_args(Kind) if any(function.kind == kind for function in functions)]


def _call_name(function: Function[..., Any]) -> str:
    return "call." + function.path.replace("/", ".").replace(":", ".")


def _call(function: Function[..., Any], arguments: Schema, returned: Schema) -> Schema:
    """The body that calls one function. Clients send the arguments as an object, or in a list of one."""
    alone = {"type": "array", "prefixItems": [arguments], "items": False, "minItems": 1}
    members: dict[str, Schema] = {
        "path": {"const": function.path},
        "format": {"enum": ["json", "convex_encoded_json"]},
        "args": {"oneOf": [arguments, alone]},
    }
    call = _object(members, optional={"format"})
    return {**call, "description": function.doc, "x-returns": returned}


def _operation(kind: Kind, functions: list[Function[..., Any]]) -> Schema:
    calls = {function.path: _REF.format(name=_call_name(function)) for function in functions if function.kind == kind}
    body = {
        "oneOf": [{"$ref": ref} for ref in calls.values()],
        "discriminator": {"propertyName": "path", "mapping": calls},
    }
    answer = {"oneOf": [_answered(kind, functions), {"$ref": _REF.format(name="Refused")}]}
    unserved = {"$ref": _REF.format(name="Unserved")}
    return {
        "operationId": kind,
        "summary": _SUMMARIES[kind],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {
            "200": _response("The function answered, or refused", answer),
            "4XX": _response("The request is not a call, or its token is not valid", unserved),
            "5XX": _response("The server cannot answer now", unserved),
        },
    }


def _answered(kind: Kind, functions: list[Function[..., Any]]) -> Schema:
    names = [_call_name(function) for function in functions if function.kind == kind]
    value = {"anyOf": [{"$ref": f"{_REF.format(name=name)}/x-returns"} for name in names]}
    return _object({"status": {"const": "success"}, "value": value, "logLines": _LOGGED}, optional={"logLines"})


def _refused(codes: list[str]) -> Schema:
    reason = _object({"code": {"enum": codes}, "message": {"type": "string"}})
    members: dict[str, Schema] = {
        "status": {"const": "error"},
        "errorMessage": {"type": "string"},
        "errorData": {**reason, "additionalProperties": True},
        "logLines": _LOGGED,
    }
    return _object(members, optional={"errorData", "logLines"})


def _response(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _object(properties: dict[str, Schema], optional: Iterable[str] = ()) -> Schema:
    required = [name for name in properties if name not in set(optional)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _schema_of(kind: type) -> Schema:
    """The schema of types that only the wire has."""
    if kind.__name__ == "Int64" and kind.__module__ == "reflow.values":
        return _INT64
    raise NotImplementedError


def _with_wire_bytes(schema: Any) -> Any:
    """The schema with every ``bytes`` in the wire's form, ``{"$bytes": base64}``."""
    if isinstance(schema, list):
        return [_with_wire_bytes(part) for part in schema]
    if not isinstance(schema, dict) or "$integer" in schema:
        return schema
    if schema.get("contentEncoding") == "base64":
        return _object({"$bytes": schema})
    return {key: _with_wire_bytes(part) for key, part in schema.items()}
