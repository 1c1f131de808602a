"""The content check of one photograph: how long an upload waits for it."""

from __future__ import annotations

import sys
import time
from typing import Any

from bench.measured import Row, slower
from bench.stage import ROOT
from inflow.screening.moderators import moderator_with
from inflow.screening.nudenet import NudeNet

_ROUNDS = 30


async def measure() -> Row:
    """The model alone in this process, with decoded pixels, then the check through its worker, in turns."""
    photo, bare = _photo(), _bare()
    floors, ours = [], []
    async with NudeNet() as classifier:
        moderator = moderator_with(classifier)
        await moderator(photo)
        for _ in range(_ROUNDS):
            started = time.perf_counter()
            bare()
            between = time.perf_counter()
            assert (await moderator(photo)).allowed
            ended = time.perf_counter()
            floors.append(between - started)
            ours.append(ended - between)
    return slower(
        "content check of a displayable 1080",
        "onnxruntime running the model alone",
        floors,
        ours,
        at_most=1.5,
        decimals=1,
    )


def _bare() -> Any:
    import numpy as np
    import onnxruntime  # type: ignore[import-untyped]  # it ships no types

    from inflow.screening.detector import SIDE
    from inflow.screening.weights import weights

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(weights(), options, providers=["CPUExecutionProvider"])
    pixels = np.zeros((1, 3, SIDE, SIDE), np.float32)
    return lambda: session.run(None, {"images": pixels})


def _photo() -> bytes:
    sys.path.append(str(ROOT / "server" / "tests"))
    from photographs import picture

    return bytes(picture("coffee", 1080, 810).jpegsave_buffer(Q=90, keep="none"))
