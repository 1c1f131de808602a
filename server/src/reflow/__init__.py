"""Reactive functions over PostgreSQL: a query's result stays true on every screen that shows it.

Queries, mutations and actions are typed functions that clients call by name. What a query read is known from its
statements, what changed is read off the database's log, and only what the one touches of the other runs again.
"""
