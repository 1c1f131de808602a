#!/bin/sh
# Install the Debian packages that `make deb` and its test need: the tools that build a package, and a Debian of its own
# in a container. Nothing else of Inflow needs a Debian package. Run it as root.
set -eu

apt-get update -qq
apt-get install -y -qq --no-install-recommends debhelper dpkg-dev mmdebstrap systemd-container util-linux
