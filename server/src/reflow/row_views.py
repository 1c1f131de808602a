"""The views of a page's rows, kept for the page's next run, so that a change costs what changed and not the page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from datetime import date, datetime
from operator import is_
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, get_args
from uuid import UUID

import msgspec

from reflow.values import encode

if TYPE_CHECKING:
    from reflow.pagination import Page
    from reflow.postgres.database import Row

T = TypeVar("T")
_ENCODER = msgspec.json.Encoder()
_EXACT_ENCODER = msgspec.json.Encoder(enc_hook=repr)
# Of these types, equal values of one column are the same. Others are not: 1.0 and 1.00, or 1 and true inside of JSON.
_EXACT: Final = frozenset({type(None), str, int, bool, bytes, datetime, date, UUID})
_IN_PAGE: Final = 2  # lists and objects around a view


class _View:
    """A row's values, its view, and the view as JSON text once it was encoded."""

    __slots__ = ("_is_exact", "_types", "_values", "text", "view")

    def __init__(self, row: Row, view: Any) -> None:
        self.view = view
        self.text: msgspec.Raw | None = None
        self._values = tuple(row)
        self._types = tuple(map(type, self._values))
        self._is_exact = _EXACT.issuperset(self._types)

    def shows(self, row: Row) -> bool:
        """Whether it was made from the same values."""
        values = tuple(row)
        if self._values != values or self._types != tuple(map(type, values)):
            return False
        return self._is_exact or _EXACT_ENCODER.encode(self._values) == _EXACT_ENCODER.encode(values)


class RowViews(Generic[T]):
    """The views of a page's rows.

    Args:
        same_while: What the views depend on besides their rows. The views of an earlier run with an equal value are
            used again for equal rows.

    Attributes:
        made: How many views this run made itself.
    """

    __slots__ = ("_page", "_same_while", "_views", "made")

    def __init__(self, same_while: object) -> None:
        self._same_while = same_while
        self._views: dict[Hashable, _View] = {}
        self._page: Page[T] | None = None
        self.made = 0

    def show(
        self,
        rows: Sequence[Row],
        to: Callable[[Row], T],
        key: Callable[[Row], Hashable],
        before: RowViews[Any] | None,
    ) -> list[T]:
        """The views of these rows.

        Args:
            to: Makes the view of a row.
            key: The position of a row in the page, unique in it.
            before: The views of the run before.
        """
        known = before._views if before is not None and before._same_while == self._same_while else {}
        for row in rows:
            at = key(row)
            view = known.get(at)
            if view is None or not view.shows(row):
                view = _View(row, to(row))
                self.made += 1
            self._views[at] = view
        return [view.view for view in self._views.values()]

    def complete(self, page: Page[T]) -> None:
        """Remember the page that consists of these views."""
        self._page = page

    def __len__(self) -> int:
        return len(self._views)

    def encoded(self, returned: object, annotation: Any) -> str | None:
        """The page as JSON text, joined from the texts of its views; None if the query returned something else.

        Raises:
            BadValue: As :func:`~reflow.values.encode` does.
        """
        views = self._views.values()
        if self._page is None or returned is not self._page or len(self._page.page) != len(views):
            return None
        if not all(map(is_, self._page.page, (view.view for view in views))):
            return None
        item = next(iter(get_args(annotation)), None)
        for view in views:
            if view.text is None:
                view.text = msgspec.Raw(encode(view.view, item, depth=_IN_PAGE).encode())
        texts = [view.text for view in views]
        return _ENCODER.encode(msgspec.structs.replace(self._page, page=texts)).decode()
