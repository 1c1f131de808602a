"""A simple model of the relations between members; the tests compare the product with it."""

from __future__ import annotations

from dataclasses import dataclass, field

Pair = frozenset[str]


@dataclass
class Model:
    """Who requested whom, who is in flow, who blocked, muted or limited whom, and who was notified. Names identify the
    members.
    """

    members: list[str] = field(default_factory=list)
    asked: dict[Pair, str] = field(default_factory=dict)
    in_flow: set[Pair] = field(default_factory=set)
    blocked: set[tuple[str, str]] = field(default_factory=set)
    muted: set[tuple[str, str]] = field(default_factory=set)
    limited: set[tuple[str, str]] = field(default_factory=set)
    told: set[tuple[str, str, str]] = field(default_factory=set)
    syncs: dict[str, int] = field(default_factory=dict)
    cues: dict[str, int] = field(default_factory=dict)

    def hidden(self, one: str, other: str) -> bool:
        return (one, other) in self.blocked or (other, one) in self.blocked

    def ask(self, one: str, other: str) -> bool:
        pair = frozenset((one, other))
        if one == other or self.hidden(one, other) or pair in self.in_flow or self.asked.get(pair) == one:
            return False
        if pair in self.asked:
            return self.accept(one, other)
        self.asked[pair] = one
        self._tell(other, one, "asked")
        return True

    def accept(self, one: str, other: str) -> bool:
        """A member accepts the other's request."""
        if not self._settle(other, one):
            return False
        self.in_flow.add(frozenset((one, other)))
        self._count(one, other, 1)
        self._tell(other, one, "in_flow")
        return True

    def bounce(self, one: str, other: str) -> bool:
        return self._settle(other, one)

    def detach(self, one: str, other: str) -> bool:
        return self._settle(one, other)

    def break_flow(self, one: str, other: str) -> None:
        pair = frozenset((one, other))
        if pair in self.in_flow:
            self.in_flow.remove(pair)
            self._count(one, other, -1)
            self.told -= {(one, other, "in_flow"), (other, one, "in_flow")}

    def block(self, one: str, other: str) -> bool:
        if one == other or self.hidden(one, other):
            return (one, other) in self.blocked
        self.break_flow(one, other)
        self.asked.pop(frozenset((one, other)), None)
        self.told = {each for each in self.told if {each[0], each[1]} != {one, other}}
        self.blocked.add((one, other))
        return True

    def unblock(self, one: str, other: str) -> None:
        self.blocked.discard((one, other))

    def mute(self, one: str, other: str) -> bool:
        if one == other or self.hidden(one, other):
            return False
        self.muted.add((one, other))
        self.told = {each for each in self.told if each[:2] != (one, other)}
        return True

    def limit(self, one: str, other: str) -> bool:
        if one == other or self.hidden(one, other):
            return False
        self.limited.add((one, other))
        return True

    def seen(self, pairs: set[tuple[str, str]], one: str) -> set[str]:
        """Those in a member's own list of muted or limited members whom they may see."""
        return {each for each in self.members if (one, each) in pairs and not self.hidden(one, each)}

    def sees_cues_of(self, one: str, other: str) -> bool:
        return one == other or (frozenset((one, other)) in self.in_flow and (one, other) not in self.muted)

    def others(self, name: str) -> list[str]:
        return [each for each in self.members if each != name]

    def _settle(self, sender: str, receiver: str) -> bool:
        pair = frozenset((sender, receiver))
        if sender == receiver or self.asked.get(pair) != sender:
            return False
        del self.asked[pair]
        self.told.discard((receiver, sender, "asked"))
        return True

    def _tell(self, member: str, sender: str, subject: str) -> None:
        if (member, sender) not in self.muted:
            self.told.add((member, sender, subject))

    def _count(self, one: str, other: str, by: int) -> None:
        for each in (one, other):
            self.syncs[each] = self.syncs.get(each, 0) + by
