"""The graph of live queries: each is evaluated once for all callers with the same query, and again after commits."""
