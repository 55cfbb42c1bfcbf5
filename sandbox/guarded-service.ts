// Runs the service as a child of the sandbox and stops it in order when the sandbox has ended for any reason: the pipe on
// standard input closes when the parent dies, even by SIGKILL.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();

await import('../src/main.ts');
