// The profile members of a RIV-TA system.

import { describe, expect, test } from 'vitest';
import { regionOf } from '../../../config/support.ts';
import { listed } from '../../../support/listed.ts';

const least = {
  adapter: 'rivta',
  baseUrl: 'https://services.example.internal/vp',
  logicalAddress: 'SE2321000016-LA01',
  originalConsumerHsaId: 'SE2321000016-OC01',
};

const read = (members: object, profile: object = {}) =>
  regionOf({ national: { ...least, ...members } }, profile);

const place = (path: string) => `REGION_FILE /systems/national/${path}`;

test('the required members are enough; kinds without a contract are not offered', async () => {
  const { region, faults } = await read({});
  expect(faults).toEqual([]);
  expect(region?.unknown).toEqual([]);
  // Without facilities, bookings are not offered.
  expect(Object.keys(region?.sources ?? {})).toEqual(
    listed('patients contacts attentionSignals prescriptions journalNotes'),
  );
});

test('bookings are offered with facilities', async () => {
  expect((await read({ facilities: ['SE2321000016-1A2B'] })).region?.sources).toHaveProperty('appointments');
});

test('all members are accepted', async () => {
  const { region, faults } = await read({
    partialAnswers: true,
    prescriptionNotes: 'patient',
    facilities: ['SE2321000016-1A2B', 'SE2321000016-1A2C'],
    endpoints: {
      GetCareContacts: 'logistics/GetCareContacts/3/rivtabp21',
      GetAlertInformation: '/description/GetAlertInformation',
      GetMedicationHistory: 'https://other.example.internal:8443/x',
      GetCareDocumentation: 'https://other.example.internal',
      GetSubjectOfCareSchedule: 'http://127.0.0.1:8080/schedule',
      LookupResidentForFullProfile: 'http://[::1]/register',
    },
  });
  expect(faults).toEqual([]);
  expect(region?.unknown).toEqual([]);
});

describe('a fault', () => {
  test.each<[string, object, string]>([
    ['no logical address', { logicalAddress: undefined }, 'logicalAddress'],
    ['no original consumer', { originalConsumerHsaId: undefined }, 'originalConsumerHsaId'],
    ['a line break in a header', { originalConsumerHsaId: 'SE1\r\nx: y' }, 'originalConsumerHsaId'],
    ['an empty address', { logicalAddress: '' }, 'logicalAddress'],
    ['a value that is not a boolean', { partialAnswers: 'yes' }, 'partialAnswers'],
    ['another word on notes on prescriptions', { prescriptionNotes: 'both' }, 'prescriptionNotes'],
    ['no facility in the list', { facilities: [] }, 'facilities'],
    ['a facility twice', { facilities: ['SE1', 'SE1'] }, 'facilities'],
    [
      'an endpoint without TLS',
      { endpoints: { GetCareContacts: 'http://x.example/y' } },
      'endpoints/GetCareContacts',
    ],
    [
      'an endpoint that only looks local',
      { endpoints: { GetCareContacts: 'http://127.0.0.1.example/y' } },
      'endpoints/GetCareContacts',
    ],
    ['an endpoint with a query', { endpoints: { GetCareContacts: 'x?y=z' } }, 'endpoints/GetCareContacts'],
    [
      'an endpoint with a user',
      { endpoints: { GetCareContacts: 'https://me@x.example/' } },
      'endpoints/GetCareContacts',
    ],
    [
      'an endpoint of another scheme',
      { endpoints: { GetCareContacts: 'ftp://x.example' } },
      'endpoints/GetCareContacts',
    ],
    ['a misspelled contract', { endpoints: { GetCareContact: 'x' } }, 'endpoints/GetCareContact'],
  ])('%s', async (_name, members, path) => {
    expect((await read(members)).places).toEqual([place(path)]);
  });
});

test('a fault in prescriptionNotes names what may stand there', async () => {
  expect((await read({ prescriptionNotes: 'both' })).faults.map(({ expected }) => expected)).toEqual([
    '"patient" or "staff": for whom the notes on prescriptions are written; "staff" by default',
  ]);
});

test('the interval of journal notes may be passed on', async () => {
  const { region, faults } = await read({ intervalAtEhr: ['journalNotes'] });
  expect(faults).toEqual([]);
  expect([...(region?.systems[0]?.intervalAtEhr ?? [])]).toEqual(['journalNotes']);
});

// The contracts filter these by other times than the service does: records could be lost.
test.each(['appointments', 'contacts', 'videoMeetings', 'prescriptions'])(
  'the interval of %s may not be passed on: a fault at startup',
  async kind => {
    const { faults } = await read({ intervalAtEhr: ['journalNotes', kind] });
    expect(faults).toEqual([
      { where: place('intervalAtEhr'), expected: 'any of journalNotes (the adapter rivta)' },
    ]);
  },
);

test.each(['videoMeetings'])('%s cannot be bound to it', async kind => {
  const sources = { patients: 'national', [kind]: 'national' };
  expect((await read({}, { sources })).places).toEqual([`REGION_FILE /sources/${kind}`]);
});
