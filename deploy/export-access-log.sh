#!/bin/sh
# Hands the entries of the access log that are new since the last run to a command, on its standard input as JSON lines.
#
#   export-access-log.sh FOLDER COMMAND [ARGUMENT]…
#
# FOLDER keeps the cursor. It moves only after the command has succeeded: if anything fails, the next run hands the same entries on
# again, so none is left out, and the receiver must accept one twice. ACCESS_LOG_URL is of a role that may read.
set -eu
umask 077
folder=$1
shift
cursor=start
if [ -e "$folder/cursor" ]; then cursor=$(cat "$folder/cursor"); fi
cd "$(dirname "$0")/.."
PATH=$PWD/node_modules/.bin:$PATH
if ! node --disable-sigusr1 tools/access-log.ts --since "$cursor" --format json >"$folder/batch" 2>"$folder/messages"; then
  cat "$folder/messages" >&2
  exit 1
fi
if [ -s "$folder/batch" ]; then "$@" <"$folder/batch"; fi
sed -n 's/^cursor: //p' "$folder/messages" >"$folder/cursor.new"
mv "$folder/cursor.new" "$folder/cursor"
rm "$folder/batch" "$folder/messages"
