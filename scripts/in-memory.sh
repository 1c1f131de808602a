#!/bin/sh
# Run a command whose temporary files are in memory: scripts/in-memory.sh make test
#
# The tests start some two hundred servers, each with a database of 2,000 files. On a disk, making those files takes most of
# a start. Where memory has no room to spare, or runs no programs, the files are where they would have been.
set -eu

ROOM_KB=8000000

spare_kb() {
	grep -s MemAvailable /proc/meminfo | tr -dc '0-9'
}

folder=
if [ "$(spare_kb)0" -ge "${ROOM_KB}0" ] && [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')0" -ge "${ROOM_KB}0" ]; then
	folder=$(mktemp -d /dev/shm/inflow-tests-XXXXXX)
	trap 'rm -rf "$folder"' EXIT
	# Run as root, the tests give their databases to an ordinary user, who must be able to enter.
	chmod 711 "$folder"
	printf '#!/bin/sh\n' >"$folder/program"
	chmod +x "$folder/program"
	if "$folder/program" 2>/dev/null; then
		export TMPDIR="$folder"
	fi
fi
"$@"
