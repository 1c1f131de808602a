"""Who a member is: accounts, passwords, codes by e-mail, sessions, and the tokens that the rest of the app believes.

An issuer like any hosted one: nothing behind a token knows this package. An e-mail address has an account only after
a code sent to it came back. Passwords, codes and session tokens are never stored, only what recognises them. No
answer tells whether an address has an account.
"""
