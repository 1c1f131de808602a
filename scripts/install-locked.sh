#!/bin/sh
# Install a wheel of Inflow and the packages of the lock file into a new folder that works wherever it is copied to.
# Usage: install-locked.sh UV PYTHON WHEEL LOCK FOLDER
set -eu

uv=$1
python=$2
wheel=$3
lock=$4
folder=$5

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
packages=$folder/lib/python$version/site-packages
mkdir -p "$packages" "$folder/bin"

# A virtual environment by hand: `venv` writes the path of the folder into its files.
ln -s "$python" "$folder/bin/python"
printf 'home = %s\ninclude-system-site-packages = false\n' "$(dirname "$python")" > "$folder/pyvenv.cfg"
# -P: a file in the folder where the command is run is not imported.
printf '#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/python" -P -m inflow "$@"\n' > "$folder/bin/inflow"
chmod 755 "$folder/bin/inflow"

into="--quiet --python $python --target $packages --no-deps --link-mode copy"
# shellcheck disable=SC2086 # several options
"$uv" pip install $into --require-hashes -r "$lock"
# shellcheck disable=SC2086
"$uv" pip install $into "$wheel"

# Scripts of the packages, and records with the time or place of this installation, are of no use elsewhere.
rm -rf "$packages/bin" "$packages/.lock"
find "$packages" -path '*.dist-info/*' \( -name RECORD -o -name REQUESTED -o -name INSTALLER -o -name direct_url.json \) -delete
find "$packages" -path '*.dist-info/*' -name 'uv_*' -delete

# Compiled here, because the folder is read-only where Inflow runs. Each file is valid for the source that it was made of,
# whenever that was written.
find "$packages" -name '__pycache__' -type d -prune -exec rm -rf {} +
"$folder/bin/python" -m compileall -q -j 0 --invalidation-mode unchecked-hash -s "$packages" "$packages" > /dev/null || true
