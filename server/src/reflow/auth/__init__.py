"""Who is calling: tokens of trusted issuers, and the keys that these publish."""
