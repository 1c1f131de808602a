"""Curators: members who posted, made grids and connected enough.

What a member has done since their last change of nook is counted in the transaction that does it, and counted back in
the one that takes it back. The badge comes with the count that completes all three, and stays until the nook changes.
"""
