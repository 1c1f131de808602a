"""One reader for each layout of archives. They are pure: an opened archive becomes what was found in it."""
