"""Passwords: the policy, hashing, changing them, and asking for them again within a session."""
