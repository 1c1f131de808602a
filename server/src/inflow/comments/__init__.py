"""Comments: threads under a post, fifteen replies deep.

A removed comment leaves an empty place while there are replies under it, so that every counted comment can be reached.
The place is deleted with its last reply. A hidden comment leaves such a place to the members from whom it is hidden,
while they can read a reply under it.
"""
