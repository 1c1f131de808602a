"""Connections to PostgreSQL, and the engine's own tables."""
