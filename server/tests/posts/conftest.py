"""Members and a running engine."""

from tests.product import alice, bob, product, stranger, world

__all__ = ["alice", "bob", "product", "stranger", "world"]
