"""From the bytes of an upload to a stored medium: receiving, moderating, storing, cutting."""
