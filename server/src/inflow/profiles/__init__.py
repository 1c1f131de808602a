"""Profiles: the calls in which members find each other, look at each other and change their own profile."""
