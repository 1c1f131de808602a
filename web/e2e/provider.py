"""Run the OpenID Connect provider that the server's tests sign in at, until standard input ends.

Prints its issuer on a line of its own when it serves.
"""

import sys

from oidc.provider import Provider


def main() -> None:
    """Serve."""
    with Provider().open() as provider:
        print(provider.issuer, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
