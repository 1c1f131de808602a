"""Where media are stored: the bytes, how many a member may store, and which rows refer to them."""
