"""The caller's identity: tokens of trusted issuers, and the keys that these publish."""
