"""Curators: members who posted, made grids and connected enough.

What a member has done since their last choice of a nook is counted in the transaction that does it. The badge comes
with the count that completes all three, and stays until the nook changes.
"""
