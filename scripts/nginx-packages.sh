#!/bin/sh
# Install nginx with the module that makes its cache forget files, for `make bench`, row edge, and for the test of
# packaging/nginx/inflow.conf in `make test-long`. `make test` needs neither. Run it as root.
set -eu

apt-get update -qq
apt-get install -y -qq --no-install-recommends nginx-light libnginx-mod-http-cache-purge
