#!/bin/sh
# Build the wheel of a release: the server, the built web app and the model of the content check in one file.
# Usage: build-wheel.sh PYTHON FOLDER_OF_THE_WHEEL
set -eu

python=$1
folder=$2
mkdir -p "$folder"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# A wheel that is built without this script has neither the web app nor the lists of software.
sed '/^\[tool.hatch.build.targets.wheel\]/a sbom-files = ["sboms/server.cdx.json", "sboms/web.cdx.json"]' \
    server/pyproject.toml > "$stage/pyproject.toml"
cp -r server/src "$stage"
cp -r web/dist "$stage/src/inflow/web"
mkdir "$stage/src/inflow/screening/model"
# The package says where it is; importing it would need OpenCV.
package=$("$python" -c 'from importlib.util import find_spec; print(find_spec("nudenet").submodule_search_locations[0])')
licence=$("$python" -c 'from importlib.metadata import files
print(next(file for file in files("nudenet") if file.name == "LICENSE").locate())')
cp "$package/320n.onnx" "$licence" "$stage/src/inflow/screening/model"

# What is in the wheel and what it needs, for scanners: PEP 770. nudenet's model is in it, so it is listed as well.
mkdir "$stage/sboms"
(cd web && node scripts/sbom.mjs) > "$stage/sboms/web.cdx.json"
{
    cat server/locks/runtime.txt
    sed -n '/^nudenet==/,/[^\\]$/p' server/locks/dev.txt
} | "$python" -W ignore -m cyclonedx_py requirements - --pyproject server/pyproject.toml --output-reproducible \
    -o "$stage/sboms/server.cdx.json"

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
cd "$stage"
"$python" -m hatchling build -t wheel -d "$folder"
