"""A social app for photos that anybody can host: the product, feature by feature, on the engine in `reflow`."""

VERSION = "0.1.0"
"""The version of this Inflow, the same as in pyproject.toml."""
