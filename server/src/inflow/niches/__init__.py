"""Proposals for the next nook, and votes on them.

Curators of 180 days or more propose and vote. One proposal is open at a time, for seven days at most; with twenty votes
it passes at once, and its name is a nook. Votes that were counted stay counted, whoever leaves.
"""
