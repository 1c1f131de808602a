"""Resetting a forgotten password, by a code or by the link in the same email."""
