"""Messages: what two members write to each other, and to nobody else.

A conversation has two seats and one order, which is the same from both. A message is stored once, however often it is
sent; its words are never stored in clear, and are gone from the database when it is deleted. Seats are not users: when
a member leaves, their seat is empty, and what they wrote from it stays with the other.
"""
