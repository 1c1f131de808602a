"""The facts about an alias's rows wherever they contribute to the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reflow.readset.atoms import Alias, Alternative, Atom, Bound, Compared, Equal, Group, Ref, aliases_of
from reflow.readset.kinds import Kind
from reflow.readset.reads import AnyOf, Literal, Parameter, Source


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one alternative of a condition.

    Attributes:
        atoms: Facts that always hold.
        guarded: Facts that hold where the group's columns are not null.
    """

    atoms: Alternative = ()
    guarded: tuple[tuple[Group, Alternative], ...] = ()

    def also(self, atoms: Alternative = (), guarded: Iterable[tuple[Group, Alternative]] = ()) -> Facts:
        """These facts together with others."""
        return Facts(self.atoms + atoms, (*self.guarded, *guarded))

    def about(self, alias: Alias) -> Known:
        """The facts that hold where a row of this alias contributes."""
        return Known(self._holding({alias}), alias)

    def _holding(self, present: set[Alias]) -> list[Atom]:
        """The atoms that hold where these aliases are not null. An atom that needs another alias's column proves that
        that alias is not null either, which may add its group's atoms.
        """
        held, waiting = list(self.atoms), list(self.guarded)
        present = present.union(*map(aliases_of, held))
        while ready := [entry for entry in waiting if entry[0].members & present]:
            for entry in ready:
                waiting.remove(entry)
                held += entry[1]
                present = present.union(*map(aliases_of, entry[1]))
        return held


class Known:
    """Equalities and comparisons of one alias's columns."""

    def __init__(self, atoms: Iterable[Atom], alias: Alias) -> None:
        self._alias = alias
        self._classes: dict[Ref, set[Ref]] = {}
        self._bound: dict[Ref, list[Source]] = {}
        self.compared: list[Compared] = []
        self.kinds: dict[str, Kind] = {}
        for atom in atoms:
            self._take(atom)

    def _take(self, atom: Atom) -> None:
        if isinstance(atom, Equal):
            joined = self._class_of(atom.left) | self._class_of(atom.right)
            for ref in joined:
                self._classes[ref] = joined
        elif isinstance(atom, Bound):
            self._class_of(atom.ref)
            self._bound.setdefault(atom.ref, []).append(atom.source)
        elif isinstance(atom, Compared) and atom.refs[0].alias is self._alias:
            self.compared.append(atom)

    def _class_of(self, ref: Ref) -> set[Ref]:
        return self._classes.setdefault(ref, {ref})

    def equalities(self) -> dict[Ref, set[Ref]]:
        """Each column of the alias that equals another one, with all columns that it equals."""
        return {ref: equals for ref, equals in self._classes.items() if ref.alias is self._alias}

    def constants(self) -> dict[str, Source]:
        """The columns that equal a known value. Of several values, the most selective is taken."""
        found: dict[str, Source] = {}
        for ref, equals in self.equalities().items():
            sources = [source for equal in equals for source in self._bound.get(equal, ())]
            if sources:
                found[ref.column] = min(sources, key=_rank)
        return found

    def labelled(self, labels: Mapping[Ref, str]) -> dict[str, str]:
        """The columns that equal a column of the result, with its label."""
        found: dict[str, str] = {}
        for ref, equals in self.equalities().items():
            fitting = sorted(labels[equal] for equal in equals if equal in labels)
            if fitting:
                found[ref.column] = fitting[0]
        return found


def _rank(source: Source) -> tuple[int, str]:
    order = {Parameter: 0, Literal: 1, AnyOf: 2}
    return order.get(type(source), 3), repr(source)
