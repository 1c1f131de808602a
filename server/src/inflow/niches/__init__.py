"""Proposals for the next nook, and votes on them.

Members who have been curators for 180 days or more propose and vote. One proposal is open at a time, for seven days at
most; with twenty votes it passes at once, and its name becomes a nook. Counted votes stay counted after their voters
leave.
"""
