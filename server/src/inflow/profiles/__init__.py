"""Profiles: the calls by which members find and read each other's profiles, and change their own."""
