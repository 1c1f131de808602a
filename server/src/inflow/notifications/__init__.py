"""Notifications: what others did that concerns a member.

A notification is written in the transaction of what it tells of, and is shown to nobody but its member. Nothing comes
from members who are hidden from each other, and a member keeps the newest five hundred of each type. The comments on
one post are told one by one, and shown as one.
"""
