"""Backups: one moment of the database and the media, the log and the erasures since, and the keys apart from them."""
