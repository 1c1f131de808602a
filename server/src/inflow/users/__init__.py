"""Users: the calls by which members read users and change their own."""
