"""Writes a ZIP: archives.py OUTPUT, with a list of [name, text] and [name, null, path] as JSON on standard input."""

import json
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for name, text, *path in json.load(sys.stdin):
        if path:
            archive.write(path[0], name)
        else:
            archive.writestr(name, text)
