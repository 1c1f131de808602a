"""NudeNet's model, run by onnxruntime. Runs in a worker process; nothing else may import it.

The package's own code is not used: it wants OpenCV, and it drops every find below 0.2, where the specification refuses
from 0.1. It also swaps red and blue, which the model was not trained on, and which makes a flower explicit.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np
import onnxruntime  # type: ignore[import-untyped]  # it ships no types
import pyvips  # type: ignore[import-untyped]  # it ships no types

from inflow.screening.mapping import NAKED
from inflow.screening.weights import weights

SIDE = 320
"""Of the square that the model looks at, in pixels."""

_LONG = 4
"""A photograph more than so many times as long as it is narrow is looked at in pieces, too. Not sooner: the model errs
more often about pieces."""

_NOTICED = 0.1
"""From here a score may count by the table of meanings, whatever its floor."""

_BOX = 4
"""Rows of the model's answer that say where; the others say what."""


class Detector:
    """The model, loaded."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        self._session = onnxruntime.InferenceSession(weights(), options, providers=["CPUExecutionProvider"])
        names: dict[int, str] = ast.literal_eval(self._session.get_modelmeta().custom_metadata_map["names"])
        self._names = [names[number] for number in range(len(names))]
        self._naked = [number for number, name in enumerate(self._names) if name in NAKED]
        pyvips.operation_block_set("VipsForeignLoad", True)
        pyvips.operation_block_set("VipsForeignLoadJpeg", False)
        pyvips.cache_set_max(0)

    def scores(self, jpeg: bytes) -> dict[str, float]:
        """How sure the model is, anywhere in the photograph, of each of its classes; empty if it is no JPEG.

        Where it seems to have found nakedness, it looks at the mirrored picture too, and the lower score counts: what
        is there is found both ways, and a pattern is often found one way only.
        """
        try:
            seen = [self._confirmed(view) for view in _views(jpeg)]
        except pyvips.Error:
            return {}
        return dict(zip(self._names, np.max(seen, axis=0).tolist(), strict=True))

    def _confirmed(self, view: Any) -> Any:
        scores = self._seen(view)
        if scores[self._naked].max() <= _NOTICED:
            return scores
        return np.minimum(scores, self._seen(view.fliphor()))

    def _seen(self, view: Any) -> Any:
        (answer,) = self._session.run(None, {"images": _pixels(view)})
        places = answer[0][_BOX:]
        # What is most likely at a place is what is there: a covered breast is not also a little bare.
        return np.where(places == places.max(axis=0), places, 0).max(axis=1)


def _views(jpeg: bytes) -> Iterator[Any]:
    """The whole photograph, and a long one piece by piece besides: in a square it would be a thread."""
    # In memory, because it may be looked at twice, and a file is read once only.
    whole = pyvips.Image.thumbnail_buffer(jpeg, SIDE, height=SIDE).copy_memory()
    yield whole
    narrow, long = sorted((whole.width, whole.height))
    if long <= _LONG * narrow:
        return
    image = pyvips.Image.new_from_buffer(jpeg, "")
    side = min(image.width, image.height)
    pieces = -(-max(image.width, image.height) // side)
    for number in range(pieces):
        left = round(number * (image.width - side) / (pieces - 1))
        top = round(number * (image.height - side) / (pieces - 1))
        yield image.crop(left, top, side, side).thumbnail_image(SIDE, height=SIDE).copy_memory()


def _pixels(image: Any) -> Any:
    """As the model was trained: in the upper left of a black square, red first, from 0 to 1."""
    square = image.colourspace("srgb").embed(0, 0, SIDE, SIDE).numpy()
    return np.ascontiguousarray(square.transpose(2, 0, 1)[np.newaxis], dtype=np.float32) / 255
