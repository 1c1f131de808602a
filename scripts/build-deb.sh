#!/bin/sh
# Build the Debian package of a wheel, for the release of Debian that this machine runs: its Python is the package's.
# The same wheel and lock file give the same package. The tools come with scripts/debian-packages.sh.
# Usage: build-deb.sh UV WHEEL FOLDER_OF_THE_PACKAGE
set -eu

uv=$1
wheel=$2
folder=$3
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# inflow_photos-0.1.0-py3-none-any.whl; a version in development comes before its release in Debian's order, too.
version=$(basename "$wheel" | cut -d- -f2 | sed -E 's/\.?(dev|a|b|rc)/~\1/')
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

package=$stage/package
mkdir "$package"
cp -r packaging/debian "$package/debian"
mkdir "$package/docs"
cp README.md SECURITY.md CHANGELOG.md "$package"
cp docs/self-hosting.md "$package/docs"
sh scripts/install-locked.sh "$uv" /usr/bin/python3 "$wheel" server/locks/runtime.txt "$package/tree"

cd "$package"
mv debian/inflow debian/inflow.env debian/backup.env .
sed -i "s/@VERSION@/$version/g" debian/inflow.postinst
/usr/bin/python3 - > python-depends <<'PYTHON'
import sys

major, minor = sys.version_info[:2]
print(f"python3 (>= {major}.{minor}~), python3 (<< {major}.{minor + 1}~)")
PYTHON
sed -e 's/^$/./' -e 's/^/ /' "$OLDPWD/LICENSE" >> debian/copyright
cat > debian/changelog <<CHANGELOG
inflow ($version) unstable; urgency=medium

  * See /usr/share/doc/inflow/changelog.gz.

 -- The maintainers of Inflow <maintainers@inflow.invalid>  $(date --utc --date="@$SOURCE_DATE_EPOCH" -R)
CHANGELOG
dpkg-buildpackage --build=binary --no-sign --no-check-builddeps > "$stage/log" 2>&1 || { cat "$stage/log" >&2; exit 1; }
cp "$stage"/*.deb "$folder"
