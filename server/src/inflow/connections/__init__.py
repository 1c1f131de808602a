"""Connections: two members in flow with each other.

A connection is mutual: there are two rows of it or none. It begins with a request that was accepted, and ends when
either breaks it or blocks the other. Each counts one sync for both.
"""
