"""NudeNet's model file, from its package."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

SHA256 = "c15d8273adad2d0a92f014cc69ab2d6c311a06777a55545f2c4eb46f51911f0f"
"""Of the model that the table in `mapping` was written for."""


def weights() -> bytes:
    """The ONNX file, 12 MB.

    Raises:
        RuntimeError: The package is not installed, or has another model.
    """
    package = find_spec("nudenet")
    if package is None or not package.submodule_search_locations:
        raise RuntimeError("The package nudenet is not installed")
    content = (Path(package.submodule_search_locations[0]) / "320n.onnx").read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise RuntimeError("The package nudenet has another model than the one that is known here")
    return content
