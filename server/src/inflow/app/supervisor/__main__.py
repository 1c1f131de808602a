"""`python -m inflow.app.supervisor`, which `inflow run` becomes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inflow.app.supervisor.serving import Given, serve


def main() -> int:
    """Run the supervisor; its exit code."""
    parser = argparse.ArgumentParser(prog="inflow.app.supervisor", allow_abbrev=False)
    parser.add_argument("--listen", type=int, required=True, help="the descriptor of the listening socket")
    parser.add_argument("--control", type=Path, required=True, help="the path of the control socket")
    parser.add_argument("--workers", type=int, required=True, help="how many processes serve")
    parser.add_argument("--adopt", default="[]", help="the processes of the supervisor before, as JSON")
    # A later version may hand over more than this one knows.
    words, _ = parser.parse_known_args()
    return serve(Given(words.listen, words.control, words.workers, words.adopt))


if __name__ == "__main__":
    sys.exit(main())
