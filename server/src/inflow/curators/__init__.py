"""Curators: members with enough posts, grids and connections.

A member's actions since their last change of nook are counted in the transaction that performs them, and subtracted in
the one that takes them back. The badge comes with the count that completes all three, and stays until the nook changes.
"""
