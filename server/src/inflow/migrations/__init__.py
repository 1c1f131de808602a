"""The schema's history, one line of it. Travels inside the package, so that an installed Inflow can migrate itself."""
