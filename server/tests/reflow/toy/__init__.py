"""A product in small, to test the engine with: rooms with messages, a counter, and calls that misbehave on purpose."""
