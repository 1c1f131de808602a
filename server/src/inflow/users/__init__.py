"""Users: the calls in which members read and change their own membership."""
