// The adapters that a region profile may name. A file of its own, because the command line tools need no other part of the service.
import type { AdapterLoaders, LoadAdapter } from '../adapters/ehr/adapter.ts';
import { registry } from './container.ts';

const ehrAdapters = registry<{ readonly name: string; readonly load: LoadAdapter }>('ehrAdapter');
// A new adapter is registered with one line below.
const register = (name: string, load: LoadAdapter): void => ehrAdapters.register({ name, load });

register('extracts', async () => (await import('../adapters/ehr/extracts/index.ts')).extracts);
register('rivta', async () => (await import('../adapters/ehr/rivta/index.ts')).rivta);
register('fhir', async () => (await import('../adapters/ehr/fhir/index.ts')).fhir);
register('table', async () => (await import('../adapters/ehr/table/index.ts')).table);

/** The adapters by their names. */
export const adapters: AdapterLoaders = Object.fromEntries(
  ehrAdapters.all().map(({ name, load }) => [name, load]),
);
