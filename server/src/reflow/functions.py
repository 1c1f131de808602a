"""Queries, mutations and actions: typed Python functions that clients call by name.

The signature is the schema. Parameters are keyword-only. Their annotations, with limits in ``Annotated[…,
msgspec.Meta(…)]``, are checked, and unknown fields are refused.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, get_type_hints, overload

import msgspec

from reflow.errors import BadArguments, UnknownFunction
from reflow.json_input import has_nul
from reflow.naming import camel, canonical_path

if TYPE_CHECKING:
    from reflow.context import ActionCtx, Ctx, MutationCtx, QueryCtx
    from reflow.limits.rate_limits import RateLimit

P = ParamSpec("P")
R = TypeVar("R")
_TEXT = msgspec.json.Encoder(enc_hook=repr)
Kind = Literal["query", "mutation", "action"]
Spelling = Literal["camel", "snake"]
DEADLINE = 1.0
"""Seconds that a query may take, unless its decorator declares more."""
MUTATION_DEADLINE = 10.0
"""The same for a mutation's function."""
BeforeTransaction = Callable[["Ctx", dict[str, Any]], Awaitable[dict[str, Any]]]
"""Turns a mutation's arguments into those it runs with, before its transaction begins.

It may reach outside, and may refuse. Its work is wasted if the mutation refuses afterwards. The engine runs it once per
request, and not for a request that took effect before.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Function(Generic[P, R]):
    """A function that clients can call, or, where it is internal, other functions only.

    Attributes:
        kind: A query reads and stays live, a mutation is one transaction, an action may call other services.
        path: Its canonical wire name, ``module:function``.
        call: The Python function, context first.
        arguments: Struct with its parameters, in the wire's spelling.
        returns: The annotation of its result.
        doc: Its docstring.
        rate_limit: How often one caller may call it; None for as often as the connection allows.
        is_published: Whether clients can call it.
        large_arguments: Whether it takes files among its arguments, so that a larger limit holds for them.
        before_transaction: A mutation's pre-transaction hook.
        deadline: Seconds after which one run of a query, or of a mutation's function, is stopped and refused.
        is_serializable: Whether a query's results fit into one order with all mutations.
    """

    kind: Kind
    path: str
    call: Callable[..., Awaitable[R]]
    arguments: type[msgspec.Struct]
    returns: Any
    doc: str
    rate_limit: RateLimit | None = None
    is_published: bool = True
    large_arguments: bool = False
    before_transaction: BeforeTransaction | None = None
    deadline: float = DEADLINE
    is_serializable: bool = False

    def decode(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The keyword arguments for `call`, checked against the signature.

        Args:
            given: The wire's argument object, values already decoded by :mod:`reflow.values`.

        Raises:
            BadArguments: A field is missing, unknown, of the wrong type or beyond its limits.
        """
        try:
            struct = msgspec.convert(given, self.arguments)
        except msgspec.ValidationError as error:
            raise BadArguments(f"{self.path}: {error}") from None
        if has_nul(_TEXT.encode(given)):
            raise BadArguments(f"{self.path}: text must not contain the character U+0000")
        return _given(struct)

    def complete(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Keyword arguments from Python, with the defaults filled in."""
        return _given(self.arguments(**given))


class Query(Function[P, R]):
    """See :func:`query`."""


class Mutation(Function[P, R]):
    """See :func:`mutation`."""


class Action(Function[P, R]):
    """See :func:`action`."""


@overload
def query(call: Callable[Concatenate[QueryCtx, P], Awaitable[R]], /) -> Query[P, R]: ...
@overload
def query(
    *,
    path: str | None = None,
    rate_limit: RateLimit | None = None,
    deadline: float = DEADLINE,
    serializable: bool = False,
) -> Callable[[Callable[Concatenate[QueryCtx, P], Awaitable[R]]], Query[P, R]]: ...
def query(
    call: Any = None,
    /,
    *,
    path: str | None = None,
    rate_limit: RateLimit | None = None,
    deadline: float = DEADLINE,
    serializable: bool = False,
) -> Any:
    """Publish a function that reads. Callers can stay subscribed to its result.

    Args:
        path: The wire name, where it differs from ``package:functionName``.
        rate_limit: How often one caller may run it anew. Open subscriptions and their updates are not counted; a
            subscription that comes too early is answered when its turn comes.
        deadline: Seconds after which one run is stopped. Its subscribers are refused with ``timed_out``, and it runs
            again after a pause.
        serializable: Whether it must never show a state that fits no order of the mutations, such as a closed batch to
            which a receipt is added later. Each run then waits until all mutations have ended that were running, at
            most five seconds. Only a serializable query can run another one.
    """
    also: dict[str, Any] = {"deadline": deadline, "is_serializable": serializable}
    return _function(Query, "query", call, path, rate_limit=rate_limit, **also)


def internal_query(call: Callable[Concatenate[QueryCtx, P], Awaitable[R]], /) -> Query[P, R]:
    """Define a function that reads, for other functions to run with ``ctx.run``. Clients cannot call it."""
    made: Query[P, R] = _function(Query, "query", call, is_published=False)
    return made


@overload
def mutation(call: Callable[Concatenate[MutationCtx, P], Awaitable[R]], /) -> Mutation[P, R]: ...
@overload
def mutation(
    *,
    path: str | None = None,
    spelling: Spelling | None = None,
    rate_limit: RateLimit | None = None,
    large_arguments: bool = False,
    before_transaction: BeforeTransaction | None = None,
    deadline: float = MUTATION_DEADLINE,
) -> Callable[[Callable[Concatenate[MutationCtx, P], Awaitable[R]]], Mutation[P, R]]: ...
def mutation(
    call: Any = None,
    /,
    *,
    path: str | None = None,
    spelling: Spelling | None = None,
    rate_limit: RateLimit | None = None,
    large_arguments: bool = False,
    before_transaction: BeforeTransaction | None = None,
    deadline: float = MUTATION_DEADLINE,
) -> Any:
    """Publish a function that changes the database, in one transaction, exactly once per request.

    Args:
        path: The wire name, where it differs from ``package:functionName``.
        spelling: The wire's spelling of the parameters; by default the module's ``WIRE_SPELLING``, or else camel case.
        rate_limit: How often one caller may call it.
        large_arguments: Whether it takes files among its arguments: see ``Limits.large`` in :mod:`reflow.wire.limits`.
        before_transaction: A hook for work that is too slow for a transaction or reaches outside.
        deadline: Seconds after which an attempt is stopped and rolled back, and the caller refused with ``timed_out``.
            The hook and the COMMIT are not counted.
    """
    also: dict[str, Any] = {"large_arguments": large_arguments, "before_transaction": before_transaction}
    return _function(Mutation, "mutation", call, path, spelling, rate_limit, deadline=deadline, **also)


def internal_mutation(call: Callable[Concatenate[MutationCtx, P], Awaitable[R]], /) -> Mutation[P, R]:
    """Define a function that changes the database, for actions to run with ``ctx.mutate``. Clients cannot call it."""
    made: Mutation[P, R] = _function(Mutation, "mutation", call, is_published=False, deadline=MUTATION_DEADLINE)
    return made


@overload
def action(call: Callable[Concatenate[ActionCtx, P], Awaitable[R]], /) -> Action[P, R]: ...
@overload
def action(*, path: str) -> Callable[[Callable[Concatenate[ActionCtx, P], Awaitable[R]]], Action[P, R]]: ...
def action(call: Any = None, /, *, path: str | None = None) -> Any:
    """Publish a function that may call other services. Its call is lost when the connection is."""
    return _function(Action, "action", call, path)


class Registry:
    """All published functions of a product, by kind and path."""

    def __init__(self, functions: Iterable[Function[..., Any]]) -> None:
        self._functions: dict[str, Function[..., Any]] = {}
        for function in functions:
            if self._functions.setdefault(function.path, function) is not function:
                raise TypeError(f"Two functions are named {function.path}")

    @classmethod
    def of(cls, *modules: ModuleType) -> Registry:
        """The functions that these modules publish, and for a package all modules in it, which this imports."""
        return cls(
            value
            for given in modules
            for module in _with_submodules(given)
            for value in vars(module).values()
            if isinstance(value, Function) and value.is_published and value.call.__module__ == module.__name__
        )

    def find(self, kind: Kind, path: str) -> Function[..., Any]:
        """The function of this kind with this path, in any spelling.

        Raises:
            UnknownFunction: There is none.
        """
        function = self._functions.get(canonical_path(path))
        if function is None or function.kind != kind:
            # A default export is called by its module's name alone.
            called = canonical_path(path).removesuffix(":default")
            raise UnknownFunction(f"Could not find public function for '{called[:200]}'")
        return function

    def __iter__(self) -> Iterator[Function[..., Any]]:
        return iter(sorted(self._functions.values(), key=lambda function: function.path))


def _given(arguments: msgspec.Struct) -> dict[str, Any]:
    """The arguments by name. An unset argument is left out: its default means the same, and no encoding can express
    it.
    """
    found = {name: getattr(arguments, name) for name in arguments.__struct_fields__}
    return {name: value for name, value in found.items() if value is not msgspec.UNSET}


def _with_submodules(module: ModuleType) -> Iterator[ModuleType]:
    yield module
    for found in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
        yield importlib.import_module(found.name)


def _function(
    made: type[Function[..., Any]],
    kind: Kind,
    call: Any,
    path: str | None = None,
    spelling: Spelling | None = None,
    rate_limit: RateLimit | None = None,
    **also: Any,
) -> Any:
    if call is None:
        return lambda late: _function(made, kind, late, path, spelling, rate_limit, **also)
    module = sys.modules[call.__module__]
    spell = str if (spelling or getattr(module, "WIRE_SPELLING", "camel")) == "snake" else camel
    package = call.__module__.split(".")[-2] if "." in call.__module__ else call.__module__
    name = path or f"{camel(package)}:{camel(call.__name__)}"
    return made(
        kind=kind,
        path=canonical_path(name),
        call=call,
        arguments=_arguments(call, spell),
        returns=_hints(call).get("return", None),
        doc=inspect.getdoc(call) or "",
        rate_limit=rate_limit,
        **also,
    )


def _hints(call: Any) -> dict[str, Any]:
    """Its annotations, resolved. The context's own type exists for type checkers only, and is left out."""
    wanted = {name: text for name, text in call.__annotations__.items() if name != "ctx"}
    bare = type("bare", (), {"__annotations__": wanted, "__module__": call.__module__})
    return get_type_hints(bare, globalns=call.__globals__, include_extras=True)


def _arguments(call: Any, spell: Callable[[str], str]) -> type[msgspec.Struct]:
    hints = _hints(call)
    fields: list[Any] = []
    _, *parameters = inspect.signature(call).parameters.values()
    for parameter in parameters:
        if parameter.kind is not parameter.KEYWORD_ONLY:
            raise TypeError(f"{call.__qualname__}: parameter {parameter.name} must be keyword-only")
        if parameter.default is parameter.empty:
            fields.append((parameter.name, hints[parameter.name]))
        else:
            fields.append((parameter.name, hints[parameter.name], parameter.default))
    return msgspec.defstruct(
        "".join(part.title() for part in call.__name__.split("_")),
        fields,
        rename=spell,
        kw_only=True,
        forbid_unknown_fields=True,
        module=call.__module__,
    )
