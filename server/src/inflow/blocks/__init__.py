"""Blocks: a member's wish to have no contact with another.

A block hides both members from each other, on every screen and in every call. For the blocked member it looks as if the
other had left. `blocks` stores who blocked whom; `hidden` stores who does not see whom, in both directions, and every
query of a member's data checks it. The two tables are always written together.

A mute hides a member from one other on walls, in comments and in notifications only, and the muted member does not
notice. `mutes` stores who muted whom, and `hidden` has a row for it with a viewer that only those lists ask about.

A suspended member is hidden from everyone: `hidden` has a row for them with `EVERYONE` as the viewer.
"""
