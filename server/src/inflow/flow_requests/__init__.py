"""Flow requests: one member asks another to syncflow.

Between two members at most one request is pending, whoever asked. It is accepted or bounced by the one who was asked,
detached by the one who asked, and ends with a block. What was decided is never decided again.
"""
