"""Posts: fotos, and flicks where an operator imported some.

A post always has a photo that was uploaded by its author and checked. A `sphere` post is for every member; a `cue`
post is for its author and their connections, and is shown by no call to anybody else.
"""
