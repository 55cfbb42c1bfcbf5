// The service as a child of the sandbox: it stops in order when the sandbox is gone, however that ended. The pipe on
// standard input closes with the process that holds its other end, also after SIGKILL.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();

await import('../src/main.ts');
