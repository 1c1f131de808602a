"""The health check of the container: exits with 0 if Inflow answers /livez on this port, and with 1 otherwise.

It asks whether the process serves, and not whether its database does (/readyz): a host that restarts unhealthy containers
would end all pages for an outage from which Inflow recovers by itself.
"""

import http.client
import os
import sys

_EVERY_ADDRESS = {"", "0.0.0.0", "::"}  # noqa: S104  # compared, not listened at
_PATIENCE = 4.0  # seconds; below the timeout of the HEALTHCHECK, so that the reason is printed


def main() -> int:
    host = os.environ.get("INFLOW_HOST", "")
    port = int(os.environ.get("INFLOW_PORT") or 8080)
    connection = http.client.HTTPConnection("127.0.0.1" if host in _EVERY_ADDRESS else host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/livez")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        print(f"Inflow does not answer at port {port}: {error}")
        return 1
    print(f"/livez answers with {status}")
    return 0 if status == http.client.OK else 1


if __name__ == "__main__":
    sys.exit(main())
