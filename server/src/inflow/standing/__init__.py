"""Standing: which members are moderators and owners, and which may not write for a time. It has no calls.

A curator is something else: a badge that members earn. Everyone without a role is a member. Moderation grants roles and
sets restrictions; the features between check them here.
"""
