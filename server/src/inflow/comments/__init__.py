"""Comments: threads under a post, fifteen replies deep.

A comment that was removed leaves an empty place while there are replies under it, so that every comment that counts can
be reached; the place goes with its last reply. A hidden one does so for whom it is hidden from, as far as they can read
something under it.
"""
