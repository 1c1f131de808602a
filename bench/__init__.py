"""Measures how fast Inflow is, as ratios to floors measured in the same run: `make bench`."""
