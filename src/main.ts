// The process begins here. What it runs (serve.ts) is compiled once and kept, so that the next start is quicker.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Beside the packages: whoever may change what is kept there may change the code itself. Where nothing can be written,
// nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

await import('./process/serve.ts');
