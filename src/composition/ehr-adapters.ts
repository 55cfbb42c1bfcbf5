// The adapters that a region profile may name. A file of its own, because the command line tools need no other part of the service.
import type { Adapter, Adapters } from '../adapters/ehr/adapter.ts';
import { extracts } from '../adapters/ehr/extracts/index.ts';
import { fhir } from '../adapters/ehr/fhir/index.ts';
import { rivta } from '../adapters/ehr/rivta/index.ts';
import { table } from '../adapters/ehr/table/index.ts';
import { registry } from './container.ts';

const ehrAdapters = registry<{ readonly name: string; readonly adapter: Adapter }>('ehrAdapter');
// A new adapter is registered with one line below.
const register = (name: string, adapter: Adapter): void => ehrAdapters.register({ name, adapter });

register('extracts', extracts);
register('rivta', rivta);
register('fhir', fhir);
register('table', table);

/** The adapters by their names. The object has no prototype, because the names come from profiles. */
export const adapters: Adapters = Object.assign(
  Object.create(null),
  Object.fromEntries(ehrAdapters.all().map(({ name, adapter }) => [name, adapter])),
);
