"""Notifications: the actions of others that concern a member.

A notification is written in the transaction of the action, and only its member sees it. Members hidden from each
other cause none. A member keeps the newest five hundred of each type. Each comment on a post has its own notification;
they are shown as one.
"""
