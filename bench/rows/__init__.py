"""One module per row, or per two that share their set-up."""
