// Reading the bookings: always one element (D15 to D17, D24, D26, D27).
import { describe, expect, test } from 'vitest';
import type { AppointmentList } from '../../../src/domain/model/appointment.ts';
import { Failure, type FailureCode } from '../../../src/domain/model/failure.ts';
import type { BookedAppointmentsResult } from '../../../src/domain/records/appointment.ts';
import type { PatientRecord } from '../../../src/domain/records/patient.ts';
import { readAppointments } from '../../../src/domain/use-cases/read-appointments.ts';
import type { ReadQuery } from '../../../src/domain/use-cases/read-records.ts';
import type { Ehr, Loss } from '../../../src/ports/ehr.ts';
import {
  appointment,
  appointmentList,
  ehrOf,
  expectFailure,
  found,
  omitted,
  other,
  patient,
  patientRecord,
  personalRoot,
  question,
  type Rules,
  readDeps,
  reader,
  recordsOf,
  time,
  unreadable,
} from '../support.ts';

const unknown = {
  Booking: [],
  RegisteredBooking: [],
  ResultCode: 'ERROR',
  Comment: 'No such patient.',
  Any: [],
};

const read = async (offered: Partial<Ehr>, asked: Partial<ReadQuery> = {}, rules: Rules = {}) => {
  const { deps, given } = readDeps(ehrOf(offered), rules);
  const answer = readAppointments(deps)(question(asked));
  return { records: await recordsOf(answer), leftOut: answer.leftOut(), given };
};

const readList = (list: Partial<AppointmentList>, asked: Partial<ReadQuery> = {}, rules: Rules = {}) =>
  read({ appointments: reader(found(appointmentList(list))) }, asked, rules);

const booked = (ContactId: string, start?: string, HSAId?: string) =>
  appointment({
    booking: { ContactId, Any: [], ...(HSAId === undefined ? {} : { PerformingUnit: { HSAId } }) },
    start,
  });
const registered = (BookingId: string, start?: string, HSAId?: string) => ({
  booking: { BookingId, Any: [], ...(HSAId === undefined ? {} : { PerformingUnit: { HSAId } }) },
  start,
});
const idsOf = ([one]: BookedAppointmentsResult[]) => [
  one?.Booking.map(({ ContactId }) => ContactId),
  one?.RegisteredBooking.map(({ BookingId }) => BookingId),
];
const numbered = (...numbers: string[]) => ({
  PersonNumbers: numbers.map(number => ({
    Number: number,
    Type: { Id: personalRoot, Name: 'Personnummer' },
  })),
});

describe('bookings that come twice', () => {
  test('are one, and not counted, if they are equal', async () => {
    const list = {
      appointments: [booked('1'), booked('2'), booked('1')],
      registered: [registered('1'), registered('1')],
    };
    const { records, leftOut } = await readList(list);
    expect(idsOf(records)).toEqual([['1', '2'], ['1']]);
    expect(leftOut).toMatchObject({ records: 0 });
  });

  test.each([
    ['booking', { appointments: [booked('1', '20260115093000'), booked('1', '20260115100000')] }],
    [
      'registered booking',
      { registered: [registered('1', undefined, 'A'), registered('1', undefined, 'B')] },
    ],
  ])('with one id and another content make the answer unusable: a %s', async (_name, list) => {
    await expectFailure(readList(list), 'ehr-unusable');
  });
});

describe('one element, whatever there is', () => {
  test('nothing', async () => {
    const { records } = await readList({});
    expect(records).toEqual([{ Booking: [], RegisteredBooking: [], ResultCode: 'OK', Comment: '', Any: [] }]);
    expect(records[0]).not.toHaveProperty('Patient');
  });

  test('all of it', async () => {
    const summary = { Name: 'Tolvan Tolvansson', ...numbered(patient) };
    const { records, leftOut } = await readList({
      appointments: [appointment({ state: 'ARRIVED', payment: 'PAID' })],
      registered: [registered('B-771')],
      patient: summary,
      resultCode: 'INFO',
      comment: 'Ring oss vid frågor.',
      any: [{ Note: 'x' }],
    });
    expect(records).toStrictEqual([
      {
        Booking: [{ ContactId: '59062', Any: [{ Status: 'ARRIVED', PaymentStatus: 'PAID' }] }],
        RegisteredBooking: [{ BookingId: 'B-771', Any: [] }],
        Patient: summary,
        ResultCode: 'INFO',
        Comment: 'Ring oss vid frågor.',
        Any: [{ Note: 'x' }],
      },
    ]);
    expect(leftOut).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  });

  test("the EHR's own refusal is passed on", async () => {
    const { records } = await readList({ resultCode: 'ERROR', comment: 'Stängt.' });
    expect(records).toMatchObject([{ ResultCode: 'ERROR', Comment: 'Stängt.', Booking: [] }]);
  });

  test('a patient whom the EHR does not know', async () => {
    const { records } = await read({ appointments: reader(new Failure('patient-unknown')) });
    expect(records).toStrictEqual([unknown]);
  });
});

describe('the state of a booking (D16)', () => {
  const own = { Note: 'Ring på klockan.' };
  const states = [
    [
      'both known',
      { state: 'BOOKED', payment: 'UNPAID' },
      [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }, own],
    ],
    ['the state alone', { state: 'PERFORMED', payment: undefined }, [{ Status: 'PERFORMED' }, own]],
    ['the payment alone', { state: undefined, payment: 'PAID' }, [{ PaymentStatus: 'PAID' }, own]],
    [
      'what is not understood',
      { state: 'UNKNOWN', payment: 'UNKNOWN' },
      [{ Status: 'UNKNOWN', PaymentStatus: 'UNKNOWN' }, own],
    ],
    ['neither', { state: undefined, payment: undefined }, [own]],
  ] as const;

  test.each(states)('%s: before the objects of the EHR', async (_, state, expected) => {
    const booking = { ContactId: '1', Any: [own] };
    const { records } = await readList({ appointments: [appointment({ ...state, booking })] });
    expect(records[0]?.Booking).toStrictEqual([{ ContactId: '1', Any: expected }]);
  });

  test.each(['CANCELLED', 'MISSED'] as const)('%s: not listed, and not counted', async state => {
    const { records, leftOut } = await readList(
      {
        appointments: [
          { ...booked('1', undefined, 'SE2321000016-1A2B'), state, losses: [unreadable('Booking/Price')] },
          booked('2'),
        ],
      },
      {},
      { release: { withhold: { units: ['SE2321000016-1A2B'] } } },
    );
    expect(idsOf(records)[0]).toEqual(['2']);
    expect(leftOut).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  });
});

test('the interval is compared with the start; a booking without one is kept', async () => {
  const interval = { from: time('20260110000000'), to: time('20260120000000') };
  const starts = ['20260109235959', '20260110000000', '20260120000000', '20260120000001', undefined];
  const { records, leftOut, given } = await readList(
    {
      appointments: starts.map(start => booked(`c ${start}`, start)),
      registered: starts.map(start => registered(`r ${start}`, start)),
    },
    { interval },
  );
  expect(idsOf(records)).toEqual([
    ['c 20260110000000', 'c 20260120000000', 'c undefined'],
    ['r 20260110000000', 'r 20260120000000', 'r undefined'],
  ]);
  expect(leftOut).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  expect(given).toEqual([]);
});

describe('records and values that are left out', () => {
  const rules: Rules = { release: { withhold: { units: ['SE2321000016-9X9X'] } } };
  const secret = 'SE2321000016-9X9X';

  test('bookings at a unit that the region withholds', async () => {
    const { records, leftOut, given } = await readList(
      {
        appointments: [
          booked('1', undefined, secret),
          booked('2', undefined, 'SE2321000016-1A2B'),
          booked('3'),
        ],
        registered: [registered('4', undefined, secret), registered('5')],
      },
      {},
      rules,
    );
    expect(idsOf(records)).toEqual([['2', '3'], ['5']]);
    expect(leftOut).toEqual({ records: 2, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([
      { requestId: 'request-1', kind: 'appointments', reason: 'withheld', count: 2, path: undefined },
    ]);
  });

  test('the whole list if the unit of one booking is unknown', async () => {
    const list = appointmentList({
      appointments: [booked('1', undefined, 'SE2321000016-1A2B'), booked('2')],
      registered: [registered('3')],
    });
    const lost: Loss = { path: 'Booking/PerformingUnit/HSAId', reason: 'repeated', hides: ['unit'] };
    const offered = { appointments: reader(found(list, lost)) };
    const { records, leftOut } = await read(offered, {}, rules);
    expect(idsOf(records)).toEqual([[], []]);
    expect(leftOut).toEqual({ records: 3, values: 1, sources: 0, unmapped: 0 });
    expect(idsOf((await read(offered)).records)).toEqual([['1', '2'], ['3']]);
  });

  test('of those that are asked for', async () => {
    const interval = { from: time('20260110000000') };
    const past = '20250101000000';
    const { leftOut } = await readList({ appointments: [booked('1', past, secret)] }, { interval }, rules);
    expect(leftOut).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  });

  test('values', async () => {
    const lost = unreadable('Booking/PaymentDetails/Price');
    const { leftOut, given } = await read({ appointments: reader(found(appointmentList(), lost, lost)) });
    expect(leftOut).toEqual({ records: 0, values: 2, sources: 0, unmapped: 0 });
    expect(given).toMatchObject([
      { kind: 'appointments', reason: 'unreadable', path: 'Booking/PaymentDetails/Price', count: 2 },
    ]);
  });
});

describe('whose bookings', () => {
  test.each([
    ['of the patient', numbered(patient)],
    ['with one number of several that is the patient', numbered(other, '19121212-1212')],
    ['that do not say', { Name: 'Tolvan Tolvansson' }],
  ])('a list %s is answered', async (_, summary) => {
    const { records } = await readList({ patient: summary, appointments: [booked('1')] });
    expect(idsOf(records)).toEqual([['1'], []]);
  });

  test('source systems that are missing or out of date are counted', async () => {
    const { records, leftOut, given } = await read({
      appointments: reader<AppointmentList>(
        omitted('source-unavailable'),
        found(appointmentList({ appointments: [booked('1')] })),
        omitted('source-outdated'),
        omitted('attachment'),
      ),
    });
    expect(idsOf(records)).toEqual([['1'], []]);
    expect(leftOut).toEqual({ records: 0, values: 1, sources: 2, unmapped: 0 });
    expect(given.map(({ reason }) => reason)).toEqual([
      'source-unavailable',
      'source-outdated',
      'attachment',
    ]);
  });

  test('a list with a booking of an unknown patient is unusable, and a security event', async () => {
    const { deps, given } = readDeps(
      ehrOf({ appointments: reader<AppointmentList>(found(appointmentList()), omitted('foreign')) }),
    );
    await expectFailure(recordsOf(readAppointments(deps)(question())), 'ehr-unusable');
    expect(given).toEqual([{ requestId: 'request-1', kind: 'appointments', reason: 'foreign', count: 1 }]);
  });

  test('a list of another patient is unusable, and a security event', async () => {
    const offered = { appointments: reader(found(appointmentList({ patient: numbered(other) }))) };
    const { deps, given } = readDeps(ehrOf(offered));
    await expectFailure(recordsOf(readAppointments(deps)(question())), 'ehr-unusable');
    expect(given).toMatchObject([{ kind: 'appointments', reason: 'foreign', count: 1 }]);
  });
});

test.each<[string, Partial<AppointmentList>[], object]>([
  ['two lists', [{}, {}], { reason: 'ehr-document', message: 'not one list' }],
  [
    'the list of another patient',
    [{ patient: numbered(other) }],
    { reason: 'ehr-wrong-patient', message: 'bookings of another patient' },
  ],
])('operators learn why an answer is unusable: %s', async (_, lists, failure) => {
  const appointments = reader(...lists.map(list => found(appointmentList(list))));
  const { deps } = readDeps(ehrOf({ appointments }));
  await expect(recordsOf(readAppointments(deps)(question()))).rejects.toMatchObject(failure);
});

describe('losses of a single booking', () => {
  const rules = { release: { withhold: { units: ['SE2321000016-9X9X'] } } };
  const unitLost = unreadable('Booking/PerformingUnit/HSAId', 'unit');

  test('its loss is counted with it, and withholds only this booking if a rule cannot tell', async () => {
    const lost = { ...booked('1'), losses: [unitLost] };
    const { records, leftOut } = await readList({ appointments: [lost, booked('2')] });
    expect(idsOf(records)).toEqual([['1', '2'], []]);
    expect(leftOut).toEqual({ records: 0, values: 1, sources: 0, unmapped: 0 });
    const ruled = await readList({ appointments: [lost, booked('2')] }, {}, rules);
    expect(idsOf(ruled.records)).toEqual([['2'], []]);
    expect(ruled.leftOut).toEqual({ records: 1, values: 0, sources: 0, unmapped: 0 });
  });

  test('a loss of a booking outside the interval is not counted', async () => {
    const early = { ...booked('1', '20250101090000'), losses: [unitLost] };
    const { leftOut } = await readList(
      { appointments: [early] },
      { interval: { from: time('20260101000000') } },
    );
    expect(leftOut).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  });

  test('one whose start is lost may be within the interval, whatever start is left', async () => {
    const early = { ...booked('1', '20250101090000'), losses: [unreadable('Booking/StartTime', 'time')] };
    const interval = { from: time('20260101000000') };
    expect(idsOf((await readList({ appointments: [early] }, { interval })).records)).toEqual([['1'], []]);
  });

  test('bookings that no patient may see are counted as records', async () => {
    const { leftOut, given } = await readList({ appointments: [booked('1')], withheld: 2 });
    expect(leftOut).toEqual({ records: 2, values: 0, sources: 0, unmapped: 0 });
    expect(given).toMatchObject([{ kind: 'appointments', reason: 'withheld', count: 2 }]);
  });
});

describe('failures', () => {
  test.each<FailureCode>(['ehr-unavailable', 'ehr-too-slow', 'ehr-unusable'])(
    'an EHR that answers %s',
    async code => {
      await expectFailure(read({ appointments: reader(new Failure(code)) }), code);
      const cut = reader(found(appointmentList()), new Failure(code));
      await expectFailure(read({ appointments: cut }), code);
    },
  );

  test('not offered', async () => {
    await expectFailure(read({}), 'not-offered');
  });

  test('no list, or two, is unusable', async () => {
    await expectFailure(read({ appointments: reader() }), 'ehr-unusable');
    const two = reader(found(appointmentList()), found(appointmentList()));
    await expectFailure(read({ appointments: two }), 'ehr-unusable');
  });
});

describe('protected identity: bookings have no flag, so the patient extract decides', () => {
  const offered = (flag: boolean) => ({
    patients: reader(found(patientRecord(flag))),
    appointments: reader(found(appointmentList())),
  });

  test('refused', async () => {
    await expectFailure(read(offered(true), { ground: 'acts_for' }), 'representation-refused');
  });

  test.each([
    ['not protected', false, 'acts_for', {}],
    ['the caller', true, 'self', {}],
    ['a partner', true, 'partner', {}],
    ['the region allows it', true, 'acts_for', { representProtected: true }],
  ] as const)('answered: %s', async (_, flag, ground, rules) => {
    expect((await read(offered(flag), { ground }, rules)).records).toHaveLength(1);
  });

  test('a patient whom the EHR does not know', async () => {
    const failing = { ...offered(false), patients: reader<PatientRecord>(new Failure('patient-unknown')) };
    expect((await read(failing, { ground: 'acts_for' })).records).toStrictEqual([unknown]);
  });
});
