"""Changing the email address and the username of an account."""
