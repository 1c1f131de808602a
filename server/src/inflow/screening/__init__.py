"""The content check: what a photograph shows, as scores, and whether the specification lets it pass.

Always true: only scores that were measured and are whole allow anything. A time-out, a crash, a missing or impossible
score is no verdict, and a photograph without a verdict is refused. This file imports nothing: a worker starts with it.
"""
