"""Moderation: reports by members, cases, and the measures that moderators take.

Reports about the same thing are one case. A report copies its subject, and the copy is kept encrypted, so
that its author cannot remove the evidence. A moderator closes a case with a measure or without one. The member
concerned learns why and may appeal. Every measure can be reversed, which restores what it changed.
"""
