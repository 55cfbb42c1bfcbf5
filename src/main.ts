// The entry point. Turns on Node's compile cache, so that the next start is faster, and loads the service (serve.ts).
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The cache is stored next to the packages: whoever can write there can change the code anyway. If the directory is not
// writable, nothing is cached.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

await import('./process/serve.ts');
