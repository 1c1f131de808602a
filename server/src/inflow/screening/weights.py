"""NudeNet's model file: in our wheel, or in its own package beside a checkout."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

SHA256 = "c15d8273adad2d0a92f014cc69ab2d6c311a06777a55545f2c4eb46f51911f0f"
"""Of the model that the table in `mapping` was written for."""


MODEL = "320n.onnx"
_IN_OUR_WHEEL = Path(__file__).parent / "model" / MODEL


def weights() -> bytes:
    """The ONNX file, 12 MB.

    Raises:
        RuntimeError: There is none, or another model.
    """
    content = _path().read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise RuntimeError("The package nudenet has another model than the one that is known here")
    return content


def _path() -> Path:
    if _IN_OUR_WHEEL.is_file():
        return _IN_OUR_WHEEL
    package = find_spec("nudenet")
    if package is None or not package.submodule_search_locations:
        raise RuntimeError("The package nudenet is not installed")
    return Path(package.submodule_search_locations[0]) / MODEL
