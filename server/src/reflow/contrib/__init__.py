"""Additions to the engine for products: jobs after a commit, and a description of the calls for other tools."""
