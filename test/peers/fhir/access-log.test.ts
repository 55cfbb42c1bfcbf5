// Another party's FHIR repository takes the export of the access log as it is, and twice is once (D23).
import type { AuditEvent, Bundle } from '@medplum/fhirtypes';
import { afterAll, describe, expect, test } from 'vitest';
import { chainedLines } from '../../../src/adapters/access-log/chain.ts';
import type { AccessEntry } from '../../../src/ports/access-log.ts';
import { exportPrinter } from '../../../tools/access-log/printers.ts';
import { entryOf, fullEntry } from '../../adapters/access-log/entry.ts';
import { medplumServer } from './server.ts';
import { faultsOf } from './validation.ts';

const write = {
  operation: '1 paymentNotice',
  scope: 'user/PaymentNotice-write',
  records: null,
  leftOut: null,
};
const appended: readonly AccessEntry[] = [
  fullEntry,
  entryOf('refused', { subject: null, caller: null, callerPatient: null, ground: null, status: 403 }),
  entryOf('write', { ...write, phase: 'begun', status: null }),
  entryOf('write', { ...write, result: 'INFO' }),
  // Two entries that only their place in the log tells apart.
  entryOf('same'),
  entryOf('same'),
  ...Array.from({ length: 500 }, (_, at) => entryOf(`read ${at}`)),
];
const entries = chainedLines(
  appended.map(one => JSON.stringify(one)),
  null,
)
  .text.trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as AccessEntry);

const exported = async (): Promise<string[]> => {
  const lines: string[] = [];
  const printer = exportPrinter('fhir', async line => void lines.push(line));
  await printer.begin();
  for (const entry of entries) await printer.entry(entry);
  await printer.end({ isWhole: true });
  return lines;
};

describe('the export of the access log', async () => {
  const server = await medplumServer([]);
  afterAll(() => server.close());

  const post = async (bundle: string) => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/fhir+json' },
      body: bundle,
    });
    return { status: response.status, answer: (await response.json()) as Bundle };
  };

  /** The stored events, in the order of their ids. */
  const stored = async () => {
    const response = await fetch(`${server.url}/AuditEvent?_count=1000&_total=accurate`);
    const { total, entry = [] } = (await response.json()) as Bundle<AuditEvent>;
    expect(entry).toHaveLength(total ?? 0);
    return entry.map(({ resource }) => resource?.id ?? '').toSorted();
  };

  test('is valid R4', async () => {
    const [bundle = ''] = await exported();
    const { entry = [] } = JSON.parse(bundle) as Bundle<AuditEvent>;
    expect(entry).toHaveLength(500);
    const faults = entry.map(({ resource }) => (resource === undefined ? 'no resource' : faultsOf(resource)));
    expect(faults.flat()).toEqual([]);
  });

  test('is taken as it is, and the second time changes nothing', async () => {
    const bundles = await exported();
    expect(bundles).toHaveLength(2);
    for (const bundle of bundles) {
      const { status, answer } = await post(bundle);
      expect({ status, type: answer.type }).toEqual({ status: 200, type: 'batch-response' });
      expect(answer.entry?.filter(({ response }) => !response?.status.startsWith('20'))).toEqual([]);
    }
    const first = await stored();
    expect(first).toHaveLength(entries.length);
    for (const bundle of await exported()) expect((await post(bundle)).status).toBe(200);
    expect(await stored()).toEqual(first);
  });
});
