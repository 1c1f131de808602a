#!/bin/sh
# Install the Debian packages that `make deb`, the container image and their tests need: the tools that build a package, a
# Debian of its own in a container, a builder of images without a daemon, and a clock that a test can move. Nothing else of Inflow
# needs a Debian package.
# Run it as root.
set -eu

apt-get update -qq
apt-get install -y -qq --no-install-recommends buildah debhelper dpkg-dev faketime mmdebstrap systemd-container util-linux
