"""Reactions: ciao, graceful, errro. A member has at most one on a post; choosing the same again takes it back."""
