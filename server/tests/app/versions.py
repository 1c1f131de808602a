"""Another version of Inflow beside this one, as an operator installs it: a copy of the sources with changes."""

from __future__ import annotations

import shutil
from pathlib import Path

from inflow import VERSION
from inflow.app.migrate import newest_revision
from inflow.app.supervisor.supervisor import HEALTHY_WITHIN

_SERVER = Path(__file__).parents[2]
_NEXT = f"{int(newest_revision()) + 1:04}"

# What a release may do to tables that the version before it reads and writes: each statement works beside it.
_MIGRATION = f'''
"""The next version's."""

import sqlalchemy as sa
from alembic import op

revision = "{_NEXT}"
down_revision = "{newest_revision()}"
works_with = "{{works_with}}"


def upgrade() -> None:
    op.add_column("messages", sa.Column("weight", sa.Integer, nullable=False, server_default="7"))
    op.add_column("users", sa.Column("colour", sa.Text))
    op.add_column("conversation_sides", sa.Column("colour", sa.Text))
    op.create_table("colours", sa.Column("name", sa.Text, primary_key=True))
    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS messages_by_weight")
        op.create_index("messages_by_weight", "messages", ["weight"], postgresql_concurrently=True)
'''


NEXT_ASSET = "assets/NextOnly.js"
"""A file of the web app that only the next version has."""


def former_asset() -> str:
    """A file of the web app that the next version lacks."""
    dist = _SERVER.parent / "web" / "dist"
    return str(min((dist / "assets").glob("*.woff2")).relative_to(dist))


def next_version(folder: Path, *, works_with: str = newest_revision(), at_start: str = "") -> dict[str, str]:
    """The version after this one; the settings that its commands are run with.

    Args:
        folder: An empty folder for it.
        works_with: The oldest revision whose Inflow works on its schema.
        at_start: Statements that its processes run before they serve.
    """
    sources = _copied(folder)
    (folder / "web" / "dist" / former_asset()).unlink()
    (folder / "web" / "dist" / NEXT_ASSET).write_text("// of the next version")
    migration = sources / "inflow" / "migrations" / "versions" / f"{_NEXT}_next.py"
    migration.write_text(_MIGRATION.format(works_with=works_with))
    _replace(sources / "inflow" / "__init__.py", VERSION, "99.0.0")
    if at_start:
        _replace(sources / "inflow" / "app" / "web.py", "    configure_logging()\n", f"    {at_start}\n")
    return {"PYTHONPATH": str(sources)}


def impatient_version(folder: Path, seconds: int) -> dict[str, str]:
    """This version, whose supervisor gives a process of another version so many seconds to become healthy."""
    sources = _copied(folder)
    _replace(
        sources / "inflow" / "app" / "supervisor" / "supervisor.py",
        f"HEALTHY_WITHIN: Final = {HEALTHY_WITHIN}",
        f"HEALTHY_WITHIN: Final = {seconds}",
    )
    return {"PYTHONPATH": str(sources)}


def _copied(folder: Path) -> Path:
    sources = folder / "server" / "src"
    shutil.copytree(_SERVER / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(_SERVER.parent / "web" / "dist", folder / "web" / "dist")
    return sources


def _replace(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
