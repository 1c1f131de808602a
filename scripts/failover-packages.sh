#!/bin/sh
# Install what `make soak SOAK="failovers pooler"` needs: Patroni, which promotes a standby of PostgreSQL, etcd, in which it
# keeps who the primary is, the tools that make networks of their own, and PgBouncer. `make test` needs none of them. Run it as
# root, in this project.
set -eu

apt-get update -qq
apt-get install -y -qq --no-install-recommends etcd-server iproute2 pgbouncer python3-venv util-linux

# Patroni of the lock file, where the account that PostgreSQL runs as can read it.
/usr/bin/python3 -m venv /usr/local/lib/inflow-failover
/usr/local/lib/inflow-failover/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r server/locks/failover.txt
ln -sf /usr/local/lib/inflow-failover/bin/patroni /usr/local/bin/patroni
