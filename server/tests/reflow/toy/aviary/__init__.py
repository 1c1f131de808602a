"""A package of functions in several modules: some for clients, some for other functions."""
