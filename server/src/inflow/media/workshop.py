"""A worker process that makes renditions: ``python -m inflow.media.workshop MEMORY CPU_SECONDS NICENESS``."""

from __future__ import annotations

from collections.abc import Callable

from inflow.media.prepared import Answer, Order, source_beside
from inflow.media.workbench import work
from reflow.errors import AppError


def main() -> None:
    """Answer orders until the pipe is closed."""
    work(Order, _prepare)


def _prepare() -> Callable[[Order], Answer]:
    from inflow.media import photograph  # noqa: PLC0415 - the limits must hold before a decoder is loaded

    photograph.allow_only_photographs()
    return _answer


def _answer(order: Order) -> Answer:
    from inflow.media import renditions  # noqa: PLC0415 - loaded by _prepare, after the limits

    original = order.file.read_bytes()
    try:
        if order.verb == "first":
            made = renditions.first(original, source_beside(order.file), in_background=order.in_background)
            return Answer(prepared=made, takes_long=made is None)
        if order.verb == "draw":
            return Answer(drawn=renditions.drawn_as(original, order.look))
        if order.verb == "cut" and order.cut is not None:
            return Answer(cut_out=renditions.cut_out(original, order.cut))
        return Answer(renditions=renditions.rest(original, order.cut))
    except AppError as refusal:
        return Answer(refusal=(refusal.code, str(refusal)))


if __name__ == "__main__":
    main()
