#!/bin/sh
# Build the container image of a wheel in `dist`, tagged inflow:VERSION, with docker or buildah, whichever is there.
# Usage: build-image.sh WHEEL [BASE_IMAGE]
set -eu

# inflow_photos-0.1.0-py3-none-any.whl
version=$(basename "$1" | cut -d- -f2)
base=${2:-}

if [ -n "${BUILDER:-}" ]; then
    builder=$BUILDER
elif docker info > /dev/null 2>&1; then
    builder=docker
elif command -v buildah > /dev/null; then
    builder=buildah
else
    echo 'build-image.sh: this needs docker with its daemon, or buildah.' >&2
    exit 1
fi

set -- build --file packaging/container/Dockerfile --build-arg "VERSION=$version" --tag "inflow:$version"
if [ -n "$base" ]; then
    set -- "$@" --build-arg "BASE=$base"
fi
if [ "$builder" = buildah ]; then
    # The OCI format, its default, has no health check.
    set -- "$@" --format docker
fi
exec "$builder" "$@" .
