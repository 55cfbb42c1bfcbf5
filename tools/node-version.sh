#!/bin/sh
# Runs before the npm scripts: says in one sentence that Node is too old, instead of an error about one of its options.
# In JavaScript, this would be a second start of Node before the first.
version=$(node --version)
major=${version#v}
if [ "${major%%.*}" -lt 24 ]; then
  echo "Node 24 or later is required; this is $version. On Linux and Windows \"npm ci\" installs it with the packages; on macOS install it yourself." >&2
  exit 1
fi
