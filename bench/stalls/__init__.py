"""An app with walls that should stay current, and everything that stalls it: one stall at a time, or all at once."""
