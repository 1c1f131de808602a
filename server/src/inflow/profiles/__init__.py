"""Profiles: what members see of each other. Every user has exactly one, made with them."""
