#!/bin/sh
# Hands the entries of the access log that are new since the last run to a command, on its standard input as JSON lines.
#
#   export-access-log.sh FOLDER COMMAND [ARGUMENT]…
#
# FOLDER keeps the cursor. It moves only after the command has succeeded: if anything fails, the next run hands the same entries on
# again, so none is left out, and the receiver must accept one twice. A run waits up to 50 s for another one that uses FOLDER.
# ACCESS_LOG_URL is of a role that may read.
set -eu
umask 077
folder=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
exec 9>"$folder/lock"
if ! flock --timeout 50 9; then
  echo "Another run still hands on the entries of $folder." >&2
  exit 75
fi
cursor=start
if [ -e "$folder/cursor" ]; then cursor=$(cat "$folder/cursor"); fi
if ! (
  cd "$root"
  PATH=$root/node_modules/.bin:$PATH
  exec node --disable-sigusr1 tools/access-log.ts --since "$cursor" --format json 9>&-
) >"$folder/batch" 2>"$folder/messages"; then
  cat "$folder/messages" >&2
  exit 1
fi
if [ -s "$folder/batch" ]; then "$@" <"$folder/batch" 9>&-; fi
sed -n 's/^cursor: //p' "$folder/messages" >"$folder/cursor.new"
mv "$folder/cursor.new" "$folder/cursor"
rm "$folder/batch" "$folder/messages"
