"""How much one caller may ask, hold in memory and have recomputed."""
