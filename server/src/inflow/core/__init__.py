"""What every feature stands on: ids, time, the tables' register, sealing. Knows no feature."""
