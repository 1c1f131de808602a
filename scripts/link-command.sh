#!/bin/sh
# Make `inflow` a command of this user: link it into ~/.local/bin, which most systems have on the PATH.
# Usage: link-command.sh PATH_OF_THE_PROGRAM
set -eu

program=$1
folder=$HOME/.local/bin
link=$folder/inflow

# Another program of this name, or another checkout's, stays. A link to a checkout that is gone does not.
if [ -e "$link" ]; then
    exit 0
fi
mkdir -p "$folder" && ln -sf "$program" "$link" || exit 0  # the home may be read-only
case ":$PATH:" in
*":$folder:"*) echo "\`inflow\` is a command now, for backups and for all that operators do: inflow --help" ;;
*) echo "Add $folder to your PATH, and \`inflow\` is a command." ;;
esac
