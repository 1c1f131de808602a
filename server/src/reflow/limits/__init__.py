"""Limits per caller: on calls, memory and recomputations."""
