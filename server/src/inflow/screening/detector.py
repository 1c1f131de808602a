"""NudeNet's model, run by onnxruntime. Runs in a worker process; nothing else may import it.

The package's own code is not used: it requires OpenCV, and it drops every detection below 0.2, while the specification
refuses from 0.1. It also swaps red and blue, which the model was not trained on: a flower becomes explicit.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyvips  # type: ignore[import-untyped]  # it ships no types

from inflow.screening.mapping import NAKED
from inflow.screening.weights import weights

# Otherwise onnxruntime makes an id of this machine, keeps it in the user's cache, and sends it to its publisher, with a
# description of the machine. It reads the variable when it is imported; its own call comes too late.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime  # type: ignore[import-untyped]  # it ships no types; after the variable

SIDE = 320
"""Of the square that the model reads, in pixels."""

_LONG = 4
"""A photograph with a longer aspect ratio is also classified in pieces, on which the model errs more often."""

_NOTICED = 0.1
"""Scores up to this value never count, whatever a model's floor."""

_BOX = 4
"""Rows of the model's output that are coordinates; the others are scores."""


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
        """The model's highest confidence in each of its classes; empty if this is not a JPEG.

        If the model seems to find nakedness, it also reads the mirrored picture, and the lower score counts: it finds
        real nakedness both ways, but a pattern often one way only.
        """
        try:
            seen = [self._infer_with_mirror(view) for view in _views(jpeg)]
        except pyvips.Error:
            return {}
        return dict(zip(self._names, np.max(seen, axis=0).tolist(), strict=True))

    def _infer_with_mirror(self, view: Any) -> Any:
        scores = self._infer(view)
        if scores[self._naked].max() <= _NOTICED:
            return scores
        return np.minimum(scores, self._infer(view.fliphor()))

    def _infer(self, view: Any) -> Any:
        (answer,) = self._session.run(None, {"images": _pixels(view)})
        places = answer[0][_BOX:]
        # At each place only the most likely class counts: a covered breast is not also partly bare.
        return np.where(places == places.max(axis=0), places, 0).max(axis=1)


def _views(jpeg: bytes) -> Iterator[Any]:
    """The whole photograph, and the pieces of a long one: scaled into a square, it would be only a thin strip."""
    # In memory, because it may be read twice, and a stream only once.
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
    """The input as in training: in the upper left of a black square, red first, from 0 to 1."""
    square = image.colourspace("srgb").embed(0, 0, SIDE, SIDE).numpy()
    return np.ascontiguousarray(square.transpose(2, 0, 1)[np.newaxis], dtype=np.float32) / 255
