// Runs before the npm scripts: says in one sentence that Node is too old, instead of an error about a file's ending.
// Plain JavaScript, so that every Node that is in use can run it.
const [major] = process.versions.node.split('.');

if (Number(major) < 24) {
  process.stderr.write(
    `Node 24 or later is required; this is ${process.version}. On Linux and Windows "npm ci" installs it with the packages; on macOS install it yourself.\n`,
  );
  process.exit(1);
}
