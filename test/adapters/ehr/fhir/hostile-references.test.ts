// Resources with very many references (D32, what a document may hold): each is found by an index, and what they lead to is metered.
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { withDefaults } from '../../../../src/adapters/ehr/fhir/members.ts';
import { referencesIn } from '../../../../src/adapters/ehr/fhir/search/references.ts';
import type { ServerContext } from '../../../../src/adapters/ehr/fhir/search/server-context.ts';
import { serverAddresses } from '../../../../src/adapters/ehr/fhir/wire/addresses.ts';
import { newPool } from '../../../../src/adapters/ehr/fhir/wire/search.ts';
import type { JsonObject } from '../../../../src/domain/model/json.ts';
import { bundle, json, outcome, tolvan, visit } from './support/fhir-server.ts';
import { openAt } from './support/read-all.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('a contained resource is found by an index: each id is read once', () => {
  let reads = 0;
  const contained = numbers(1000).map(at => ({
    resourceType: 'Practitioner',
    get id() {
      reads++;
      return `p${at}`;
    },
  }));
  const container = { resourceType: 'Encounter', contained } as unknown as JsonObject;
  const members = withDefaults({ protectedIdentity: 'not-said' });
  const addresses = serverAddresses({ baseUrl: 'http://127.0.0.1/fhir' }, members);
  const { peek } = referencesIn(newPool(), { members, addresses } as ServerContext);
  for (const at of numbers(1000)) expect(peek(`#p${at}`, container)).toBe(contained[at]);
  expect(reads).toBeLessThanOrEqual(2000);
});

test('of two contained resources with one id, the first is meant', () => {
  const contained = ['Anna', 'Berit'].map(text => ({
    resourceType: 'Practitioner',
    id: 'p',
    name: [{ text }],
  }));
  const members = withDefaults({ protectedIdentity: 'not-said' });
  const addresses = serverAddresses({ baseUrl: 'http://127.0.0.1/fhir' }, members);
  const { peek } = referencesIn(newPool(), { members, addresses } as ServerContext);
  expect(peek('#p', { resourceType: 'Encounter', contained })).toBe(contained[0]);
});

test.each(['Patient/..', 'Patient/.', 'http://127.0.0.1/fhir/Patient/..', 'Patient/../_history/1'])(
  '%s, whose id would change the path of a request, is not a reference to a resource',
  reference => {
    const members = withDefaults({ protectedIdentity: 'not-said' });
    const { localKey } = serverAddresses({ baseUrl: 'http://127.0.0.1/fhir' }, members);
    expect(localKey(reference)).toBeUndefined();
    expect(localKey(reference.replace(/\.\.?(?=$|\/_)/, '...'))).toBe('Patient/...');
  },
);

const named = (reference: string) => ({ individual: { reference } });

/** A visit with as many participants that are one and the same, and further ones. */
const participants = (
  count: number,
  { contained = [], further = [] }: { contained?: readonly object[]; further?: readonly object[] } = {},
) =>
  visit({
    contained: [{ resourceType: 'Practitioner', id: 'p', name: [{ text: 'Anna' }] }, ...contained],
    participant: [...numbers(count).map(() => named('#p')), ...further],
  });

test('a record may have as many references as values', async () => {
  const { read } = await openAt({ '/Encounter': bundle([participants(5_000)]) });
  expect(await read('contacts')).toHaveLength(1);
});

test('what is lost in a resource counts for each reference to it, and has a limit', async () => {
  /** Its names are not readable. */
  const anna = { resourceType: 'Practitioner', id: 'q', name: numbers(1000).map(() => 'Anna') };
  const further = (count: number) => ({ contained: [anna], further: numbers(count).map(() => named('#q')) });
  const { read } = await openAt({ '/Encounter': bundle([participants(1, further(30))]) });
  const [contact] = await read('contacts');
  expect(contact?.losses.filter(({ path }) => path === 'Practitioner/name')).toHaveLength(30_000);
  const { read: readMore } = await openAt({ '/Encounter': bundle([participants(1, further(40))]) });
  await expect(readMore('contacts')).rejects.toMatchObject({ code: 'ehr-unusable', reason: 'ehr-limit' });
});

const gone = (_: unknown, response: ServerResponse) => json(response, outcome('error', 'not-found'), 404);

const linkedTo = (ids: readonly string[]) =>
  bundle([tolvan({ link: ids.map(id => ({ type: 'seealso', other: { reference: `Patient/${id}` } })) })]);

test('a linked Patient is asked for once, however often it is linked', async () => {
  const { read, server } = await openAt({
    '/Patient': linkedTo(numbers(1000).map(() => 'gone')),
    '/Patient/gone': gone,
  });
  expect(await read('contacts')).toEqual([]);
  expect(server.received.filter(({ path }) => path.endsWith('/Patient/gone'))).toHaveLength(1);
});

test('a patient with links to very many others is unusable, without a call for each', async () => {
  const ids = numbers(7000).map(at => `q${at}`);
  const { read, server } = await openAt({
    ...Object.fromEntries(ids.map(id => [`/Patient/${id}`, gone])),
    '/Patient': linkedTo(ids),
  });
  await expect(read('contacts')).rejects.toMatchObject({ code: 'ehr-unusable', reason: 'ehr-limit' });
  expect(server.received.length).toBeLessThan(70);
});
