"""The graph of live queries: evaluated once for all callers who ask the same, and again after commits."""
