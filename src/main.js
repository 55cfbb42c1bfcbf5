// The entry point: turns on Node's compile cache, so that the next start is faster, and loads the service (serve.ts). It is
// plain JavaScript: for a TypeScript file Node would load its type stripper here, at every start, before the cache is on.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The cache is stored next to the packages: whoever can write there can change the code anyway. If the directory is not
// writable, as in the container image, the cache is only read.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// Loading takes most of a start. Without these, a signal meanwhile would be a failure, SIGHUP would end the service, and process 1
// of a container would not stop at all. Nothing is in flight yet; serve.ts and stop.ts take over.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
process.on('SIGHUP', () => {});

await import('./process/serve.ts');
