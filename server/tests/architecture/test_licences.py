"""What Inflow is delivered with may be delivered under the AGPL, version 3 or later."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata

from architecture.sources import SERVER, WEB

COMPATIBLE = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "LGPL-3.0-only", "LGPL-3.0-or-later", "MIT"),
    *("MIT-0", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib"),
}
"""SPDX identifiers."""
IN_OTHER_WORDS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
}
WITHOUT_METADATA = {"pyrage": "MIT"}
"""Packages that have a file with their licence, and do not name it."""


def test_all_packages_of_the_server_may_be_delivered_under_our_licence() -> None:
    wrong = {name: licences for name in _locked() if not (licences := _licences(name)) & COMPATIBLE}

    assert wrong == {}


def test_all_packages_in_the_web_app_may_be_delivered_under_our_licence() -> None:
    bundled = json.loads((WEB / "dist" / "licenses.json").read_text(encoding="utf-8"))

    assert bundled
    assert [each for each in bundled if each["identifier"] not in COMPATIBLE] == []


def _locked() -> set[str]:
    """The packages that an installation has here, and the one whose model is in the wheel."""
    names = re.findall(r"^([\w.-]+)==", (SERVER / "locks" / "runtime.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return {name for name in (*names, "nudenet") if _metadata(name) is not None}


def _metadata(name: str) -> PackageMetadata | None:
    try:
        return metadata(name)
    except PackageNotFoundError:
        return None  # only other systems need it


def _licences(name: str) -> set[str]:
    """What it may be used under, as SPDX identifiers. All parts of an expression with AND must be compatible."""
    about = _metadata(name)
    assert about is not None
    if name in WITHOUT_METADATA:
        return {WITHOUT_METADATA[name]}
    expression = about["License-Expression"]
    if expression and " AND " in expression:
        parts = set(expression.split(" AND "))
        return parts if parts <= COMPATIBLE else set()
    if expression:
        return set(expression.split(" OR "))
    classifiers = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier", []) if "License ::" in each]
    said = {about["License"], *classifiers} - {None, "Dual License"}
    return {IN_OTHER_WORDS.get(each, each) for each in said}
