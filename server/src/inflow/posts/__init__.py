"""Posts: fotos, and flicks if an operator imported some.

A post always has a photo that its author uploaded and the server checked. A `sphere` post is for every member; a `cue`
post is for its author and their connections, and no call shows it to other members.
"""
