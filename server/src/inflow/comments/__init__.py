"""Comments: threads under a post, fifteen replies deep.

A comment that was removed leaves an empty place while there are replies under it, so that every comment that counts can
be reached; the place goes with its last reply.
"""
