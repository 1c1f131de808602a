"""Sign-up: the form and its code, the accounts of other issuers, and the names that no member gets."""
