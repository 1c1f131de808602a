"""Members.

A user is one person's membership: who they are, which nook they chose and when. `clerkId`, the wire's name for the
identity id, is what the verified token calls the person; nothing else ever says who is calling.
"""
