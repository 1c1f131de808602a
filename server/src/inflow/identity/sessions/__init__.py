"""Sessions: signing in, the session cookies, known devices, and the tokens for the realtime connection."""
