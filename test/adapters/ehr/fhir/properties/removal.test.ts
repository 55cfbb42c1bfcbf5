// No mapped element is ignored: removing one changes the record or its losses. The list of elements is written by hand.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { attempts } from '../../../../support/amount.ts';
import { forThisFile } from '../../../../support/for-this-file.ts';
import { listed } from '../../../../support/listed.ts';
import { connect } from '../support/connect.ts';
import { bundle, fhirServer, json, tolvan } from '../support/fhir-server.ts';
import { type Node, settled } from './data-types.ts';
import { isEnoughRead, type Mapped, mappedElements } from './mapped-elements.ts';
import { eachWithout, pathsIn } from './removing.ts';
import * as whole from './whole-resources.ts';

let served: readonly Node[] = [];
let patient: Node = tolvan();

const answer = (type: string) => ({
  [`/${type}`]: (_received: unknown, response: Parameters<typeof json>[0]) =>
    json(response, bundle(served.filter(({ resourceType }) => resourceType === type))),
});
const types = listed(`
  AllergyIntolerance Flag Encounter MedicationRequest DocumentReference Composition Appointment
`);
const byId = (type: string) => ({
  [`/${type}`]: (received: { query: URLSearchParams }, response: Parameters<typeof json>[0]) =>
    json(
      response,
      bundle(received.query.has('patient') ? served.filter(one => one.resourceType === type) : []),
    ),
});
const server = await forThisFile(
  fhirServer({
    ...Object.assign({}, ...types.map(answer)),
    ...byId('Encounter'),
    '/Patient': (_received, response) => json(response, bundle([patient])),
  }),
);
const connected = connect(`${server.url}/fhir`);
afterAll(() => connected.close());

/** Ids that distinguish the copies of a resource. */
const idOf = (n: number) => String(700_000_000 + n);
const withoutIds = (value: unknown): string => JSON.stringify(value).replace(/7000\d{5}/g, 'ID');

type Meeting = { readonly record?: { readonly meeting: { readonly actionId?: number } } };

/** The records and losses of several copies, in order. */
const resultsOf = async (name: string, copies: readonly Node[]): Promise<string[]> => {
  const { kind } = mappedElements[name] ?? {};
  if (kind === undefined) throw new Error(`no ${name}`);
  if (kind === 'patients') {
    const results: string[] = [];
    for (const copy of copies) {
      patient = { ...copy, id: 'p1' };
      results.push(JSON.stringify(await connected.read(kind)));
    }
    return results;
  }
  patient = tolvan();
  served = copies.map((copy, at) => ({ ...copy, id: idOf(at) }));
  const found = await connected.read(kind);
  if (kind === 'videoMeetings') {
    // An appointment without its link is not a meeting.
    const byId = new Map(
      found.map(one => [String((one as Meeting).record?.meeting.actionId), withoutIds(one)]),
    );
    return copies.map((_, at) => byId.get(idOf(at)) ?? 'no meeting');
  }
  if (kind !== 'appointments') return found.map(withoutIds);
  const [{ record } = { record: undefined }] = found;
  return (record as { appointments: unknown[] }).appointments.map(withoutIds);
};

const pathOf = (mapped: Mapped) => (typeof mapped === 'string' ? mapped : mapped[0]);
const isExpected = (mapped: Mapped, resource: Node) => typeof mapped === 'string' || mapped[1](resource);

/** Whether a copy still belongs to the patient. Copies that do not are refused or withheld, which other tests cover. */
const hasPatient = ({ resourceType, participant, identifier }: Node): boolean => {
  if (resourceType === 'Patient') return identifier.some(({ value }: Node) => value === '191212121212');
  return (
    resourceType !== 'Appointment' || participant.some(({ actor }: Node) => actor?.reference === 'Patient/p1')
  );
};

describe.each(Object.keys(mappedElements))('%s', name => {
  const { paths } = mappedElements[name] ?? { paths: [] };
  const resources = (whole as Readonly<Record<string, fc.Arbitrary<Node>>>)[name];
  if (resources === undefined) throw new Error(`no resources of ${name}`);

  const copiesWithout = (resource: Node, elements: readonly string[]) =>
    elements
      .flatMap(path => eachWithout(resource, path).map(copy => ({ path, copy })))
      .filter(({ copy }) => hasPatient(copy));

  /** Copies without each of the listed elements. */
  const copiesOf = (resource: Node) =>
    copiesWithout(resource, paths.filter(mapped => isExpected(mapped, resource)).map(pathOf));

  /** The elements that are not listed, and of which more is expected than being read. */
  const unlistedIn = (resource: Node): string[] => {
    const listed = new Set(paths.map(pathOf));
    return pathsIn(resource).filter(path => !listed.has(path) && !isEnoughRead(path, name));
  };

  test('removing any element changes the result', async () => {
    await fc.assert(
      fc.asyncProperty(resources, async unsettled => {
        const resource = settled(unsettled);
        const copies = [...copiesOf(resource), ...copiesWithout(resource, unlistedIn(resource))];
        const [before, ...after] = await resultsOf(name, [resource, ...copies.map(({ copy }) => copy)]);
        expect(after).toHaveLength(copies.length);
        expect(copies.filter((_, at) => after[at] === before).map(({ path }) => path)).toEqual([]);
      }),
      { numRuns: attempts(name === 'patient' ? 6 : 25) },
    );
  });

  test('every listed element occurs in the random resources', () => {
    const samples = fc.sample(resources, { seed: 17, numRuns: 500 });
    const removed = new Set(samples.flatMap(one => copiesOf(settled(one)).map(({ path }) => path)));
    expect(paths.map(pathOf).filter(path => !removed.has(path))).toEqual([]);
  });
});
