"""Connections: two members in flow with each other.

A connection is mutual: it has two rows or none. It begins with the acceptance of a request, and ends when either member
breaks it or blocks the other. Each connection counts as one sync for both members.
"""
