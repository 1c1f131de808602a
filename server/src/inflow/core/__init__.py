"""The basis of every feature: ids, time, the tables' metadata, encryption. Knows no feature."""
