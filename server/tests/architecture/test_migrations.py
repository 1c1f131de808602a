"""Every migration says which versions work on its schema."""

from __future__ import annotations

from alembic.script import Script, ScriptDirectory

from architecture.sources import SERVER

RULE_SINCE = "0038"


def _scripts() -> list[Script]:
    return list(ScriptDirectory(str(SERVER / "src" / "inflow" / "migrations")).walk_revisions())


def test_every_migration_names_the_oldest_version_that_works_beside_it() -> None:
    silent = [
        script.revision
        for script in _scripts()
        if script.revision >= RULE_SINCE and not hasattr(script.module, "works_with")
    ]

    assert silent == []


def test_it_names_a_migration_before_it() -> None:
    known = {script.revision for script in _scripts()}
    named = {script.revision: script.module.works_with for script in _scripts() if hasattr(script.module, "works_with")}

    assert named
    assert [revision for revision, oldest in named.items() if oldest not in known or oldest >= revision] == []


def test_revisions_are_numbers_of_four_digits_because_they_are_compared_as_text() -> None:
    assert [s.revision for s in _scripts() if not (len(s.revision) == 4 and s.revision.isdigit())] == []
