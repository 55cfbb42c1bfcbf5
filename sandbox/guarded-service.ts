// Runs the service as a child of the sandbox and stops it in order when the sandbox has ended for any reason: the pipe on
// standard input closes when the parent dies, even by SIGKILL.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();

// By its address: plain JavaScript has no types to check.
const main = new URL('../src/main.js', import.meta.url);
await import(main.href);
