"""Members: users and profiles, as every other feature needs them. It has no calls.

A user is one person's membership: who they are, which nook they chose and when. `clerkId`, the wire's name for the
identity id, is what the verified token calls the person; it alone says who is calling. Every user has exactly one
profile, made in the same transaction.
"""
