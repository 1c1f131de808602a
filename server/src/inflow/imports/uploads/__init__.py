"""How archives arrive: in parts, by the tus protocol, as the segments that the import then reads."""
