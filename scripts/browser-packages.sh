#!/bin/sh
# Install the Debian packages that `make browsers` needs: Firefox ESR, WebKitGTK with its driver, and a screen that is not shown.
# `make test` needs none of them. Run it as root.
set -eu

apt-get update -qq
apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb
