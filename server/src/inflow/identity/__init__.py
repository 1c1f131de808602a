"""Identity: accounts, passwords, codes by email, sessions, and the tokens that the rest of the app verifies.

It is an issuer like any OpenID Connect provider: code that verifies tokens does not know this package. An email address
gets an account only after the visitor returns a code sent to it. Passwords, codes and session tokens are never stored,
only hashes and MACs of them. No response tells whether an address has an account.
"""
