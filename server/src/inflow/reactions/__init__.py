"""Reactions: ciao, graceful, errro. A member has at most one on a post, and choosing it again takes it back."""
