"""Imports: archives of other places that members bring along, and the posts that arrive from them.

A member has at most one unfinished import. Each post arrives once, at its own date, wherever a job is killed.
"""
