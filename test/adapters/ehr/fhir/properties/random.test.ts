// Random resources become records that match the published schema, have valid times, name no other patient, and contain no
// invented values.
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { recordSchemas, type SourceKind, sharedSchemas } from '../../../../../src/domain/records/index.ts';
import { withinBounds } from '../../../../../src/domain/rules/video-meetings.ts';
import { attempts } from '../../../../support/amount.ts';
import { forThisFile } from '../../../../support/for-this-file.ts';
import { isTime, timesIn, wordsIn } from '../../contract/texts.ts';
import { connect, other, patient } from '../support/connect.ts';
import { bundle, fhirServer, json, tolvan } from '../support/fhir-server.ts';
import { damagedResource } from './damaging.ts';
import { type Node, settled } from './data-types.ts';
import * as whole from './whole-resources.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });
for (const schema of sharedSchemas.values()) ajv.addSchema(schema);

let served: readonly Node[] = [];
let person: Node = tolvan();

const server = await forThisFile(fhirServer());
server.answer = ({ path, query }, response) => {
  const type = path.replace('/fhir/', '');
  if (type === 'Patient') return json(response, bundle([person]));
  const isSearch = query.has('patient');
  json(response, bundle(isSearch ? served.filter(({ resourceType }) => resourceType === type) : []));
};
const connected = connect(`${server.url}/fhir`);
afterAll(() => connected.close());

const base64Words = (resources: readonly Node[]) =>
  [...JSON.stringify(resources).matchAll(/"data":"([^"]*)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );

/** Converts a reading to its published form where the two differ. */
const publishedAs: Partial<Record<SourceKind, (record: Node) => unknown>> = {
  appointments: ({ appointments, patient: Patient }) => ({
    Booking: appointments.map(({ booking }: Node) => booking),
    RegisteredBooking: [],
    Patient,
    ResultCode: 'OK',
    Comment: '',
    Any: [],
  }),
  // The domain, not the adapter, enforces the limits of the contract.
  videoMeetings: ({ meeting }) => withinBounds(meeting).meeting,
};

const kinds: readonly (readonly [SourceKind, fc.Arbitrary<Node>])[] = [
  ['attentionSignals', fc.oneof(whole.allergy, whole.flag)],
  ['contacts', whole.contact],
  ['prescriptions', whole.request],
  ['journalNotes', fc.oneof(whole.document, whole.composition)],
  ['appointments', whole.booking],
  ['videoMeetings', whole.meeting],
  ['patients', whole.patient],
];

const isPatient = (kind: SourceKind) => kind === 'patients';

describe.each(kinds)('%s', (kind, resources) => {
  const validate = ajv.compile(recordSchemas[kind]);
  const some = fc
    .array(
      resources.chain(unsettled => damagedResource(settled(unsettled))),
      {
        minLength: isPatient(kind) ? 1 : 0,
        maxLength: isPatient(kind) ? 1 : 4,
      },
    )
    .map(all => all.map((one, at) => ({ ...one, id: String(at + 1) })));

  test('random resources', async () => {
    await fc.assert(
      fc.asyncProperty(some, async sent => {
        served = sent;
        // The search finds the patient by this number, so it must stay intact.
        person = isPatient(kind) ? { ...sent[0], identifier: tolvan().identifier } : tolvan();
        const found = await connected.read(kind);
        if (kind !== 'appointments' && kind !== 'videoMeetings') expect(found).toHaveLength(sent.length);
        const wordsSent = new Set([
          ...wordsIn(JSON.stringify(sent)),
          ...base64Words(sent).flatMap(text => [...wordsIn(text)]),
        ]);
        for (const { record } of found) {
          if (record === undefined) continue;
          const written = publishedAs[kind]?.(record) ?? record;
          const text = JSON.stringify(written, (_, value) =>
            typeof value === 'bigint' ? Number(value) : value,
          );
          expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
          expect(text).not.toContain(other);
          expect(text).not.toContain('Främmande');
          // A null would be published as a value that the EHR never sent.
          expect(text).not.toContain('null');
          for (const word of wordsIn(text)) expect(wordsSent).toContain(word);
          if (kind === 'videoMeetings') continue;
          expect(text).toContain(patient);
          if (kind === 'appointments') continue;
          for (const time of timesIn(written)) expect(time).toSatisfy(isTime);
        }
      }),
      { numRuns: attempts(60) },
    );
  });
});
