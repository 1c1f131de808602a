"""Members: users and profiles, for all other features. It has no calls.

A user is one person's membership: their identity, and which nook they chose when. `clerkId`, the wire's name for the
identity id, is the subject of the verified token; nothing else identifies a caller. Every user has exactly one profile,
created in the same transaction.
"""
