"""A small product for tests of the engine: rooms with messages, a counter, and calls that misbehave on purpose."""
