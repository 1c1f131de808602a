"""One module for each row, or for two rows that share their set-up."""
