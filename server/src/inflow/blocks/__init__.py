"""Blocks: one member wants nothing to do with another.

A block hides both from each other, on every screen and in every call, and the blocked one cannot tell it from the other
having left. `blocks` says who blocked whom; `hidden` says who does not see whom, in both directions, and is what
every query of a member's things asks. The two are always written together.
"""
