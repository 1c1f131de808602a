"""Messages: private texts and photos between two members.

A conversation has two seats, and one order of messages for both. A message is stored once, however often it is sent.
Its text is stored encrypted only, and is erased from the database when the message is deleted. Seats are not users:
when a member leaves, their seat becomes empty, and the other member keeps the texts from it.
"""
