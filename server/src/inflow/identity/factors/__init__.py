"""Second steps of signing in: passkeys, codes of an authenticator app, recovery codes, and trusted browsers.

A passkey is both steps at once: it is a device, and the device checks its owner. So it also replaces the password.
"""
