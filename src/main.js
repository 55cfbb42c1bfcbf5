// The entry point. It is plain JavaScript, because for a TypeScript file Node would load its type stripper before the compile
// cache is on.
import { enableCompileCache } from 'node:module';

// The cache is next to the packages: whoever can write there can change the code anyway. Without the right to write, it is read.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`);
// Until process/end.ts takes over, nothing is in flight: a signal ends the process, and SIGHUP and SIGUSR2 do nothing.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
for (const signal of ['SIGHUP', 'SIGUSR2']) process.on(signal, () => {});
await import('./process/serve.ts');
