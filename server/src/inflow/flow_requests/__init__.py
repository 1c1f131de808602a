"""Flow requests: one member asks another to syncflow.

At most one request is pending between two members, in either direction. The receiver accepts or bounces it, the sender
may detach it, and a block ends it. A settled request never changes again.
"""
