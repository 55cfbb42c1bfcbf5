// Everything that the schemas allow is translated to valid records: with real times, no other person's data, and no invented
// values.
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import { recordSchemas, type SourceKind, sharedSchemas } from '../../../../src/domain/records/index.ts';
import { attempts } from '../../../support/amount.ts';
import { forThisFile } from '../../../support/for-this-file.ts';
import { isTime, timesIn, wordsIn } from '../contract/texts.ts';
import { connect } from './support/connect.ts';
import { other, patient, randomAnswer } from './support/random-answers.ts';
import { producer } from './support/soap-server.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });
for (const schema of sharedSchemas.values()) ajv.addSchema(schema);

let answer = '';
const server = await forThisFile(producer(() => answer));
const connected = connect(server.url);
afterAll(() => connected.close());

const kinds: readonly (readonly [SourceKind, ContractName])[] = [
  ['contacts', 'GetCareContacts'],
  ['attentionSignals', 'GetAlertInformation'],
  ['prescriptions', 'GetMedicationHistory'],
  ['journalNotes', 'GetCareDocumentation'],
  ['appointments', 'GetSubjectOfCareSchedule'],
  ['patients', 'LookupResidentForFullProfile'],
];

/** The published part of a list of bookings. */
const published = (kind: SourceKind, record: unknown): unknown => {
  if (kind !== 'appointments') return record;
  const { appointments, patient: Patient } = record as {
    appointments: { booking: object }[];
    patient: unknown;
  };
  return {
    Booking: appointments.map(({ booking }) => booking),
    RegisteredBooking: [],
    ...(Patient === undefined ? {} : { Patient }),
    ResultCode: 'OK',
    Comment: '',
    Any: [],
  };
};

describe.each(kinds)('%s', (kind, contract) => {
  const validate = ajv.compile(recordSchemas[kind]);
  const count = contract === 'LookupResidentForFullProfile' ? { min: 1, max: 1 } : { min: 0, max: 4 };

  test('random answers', async () => {
    await fc.assert(
      fc.asyncProperty(randomAnswer(contract, count), async ({ xml, count: sent }) => {
        answer = xml;
        const found = await connected.read(kind);
        expect(found).toHaveLength(kind === 'appointments' ? 1 : sent);
        const wordsSent = wordsIn(xml);
        for (const { record } of found) {
          if (record === undefined) continue;
          const written = published(kind, record);
          const text = JSON.stringify(written);
          expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
          expect(text).not.toContain(other);
          // Null or undefined would be published as an invented value.
          expect(JSON.parse(text)).toEqual(written);
          expect(text).not.toContain('null');
          for (const word of wordsIn(text)) expect(wordsSent).toContain(word);
          if (kind !== 'appointments') {
            expect(text).toContain(patient);
            for (const time of timesIn(written)) expect(time).toSatisfy(isTime);
          }
        }
      }),
      { numRuns: attempts(60) },
    );
  });
});
