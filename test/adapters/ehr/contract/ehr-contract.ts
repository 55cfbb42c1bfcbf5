// The contract suite of ports/ehr: what every adapter must do, whatever its protocol. Each adapter runs it with a harness of
// its own.
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppointmentList } from '../../../../src/domain/model/appointment.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { TimedMeeting } from '../../../../src/domain/model/video-meeting.ts';
import {
  recordSchemas,
  type SourceKind,
  sharedSchemas,
  sourceKinds,
} from '../../../../src/domain/records/index.ts';
import type { ResultRecord } from '../../../../src/domain/records/transition.ts';
import { type ExtractKind, factsOf } from '../../../../src/domain/rules/facts.ts';
import { recordWriter } from '../../../../src/json/record-json.ts';
import type { Call } from '../../../../src/ports/call.ts';
import type {
  Arrival,
  Ehr,
  EhrWriter,
  Found,
  Omission,
  Reader,
  ReadValue,
} from '../../../../src/ports/ehr.ts';
import { withEachLoss } from '../../../support/losses.ts';
import { consumerOf } from '../calls.ts';
import type { DamageHarness } from './damage-harness.ts';
import { damageTests } from './damage-tests.ts';
import { readBookings, writeDamageTests } from './write-damage-tests.ts';

/** The patients of a harness. */
export type ContractWorld = {
  /** Has at least two records of every extract kind offered, bookings, and a booking that is neither arrived nor paid. */
  readonly patient: PatientNumber;
  /** Another patient with records. */
  readonly other: PatientNumber;
  /** Known, but without records. */
  readonly empty: PatientNumber;
  /** Unknown to the EHR. */
  readonly unknown: PatientNumber;
  /** `ContactId` of the booking that is neither arrived nor paid. */
  readonly bookingId: string;
};

type Expected = { readonly [K in SourceKind]?: readonly ReadValue<K>[] };

export type Harness = {
  readonly name: string;
  readonly world: ContractWorld;
  /** The patient's records, written by hand. Kinds that are missing here are not offered. */
  readonly expected: Expected;
  /** The writes that are offered. */
  readonly transitions: readonly (keyof EhrWriter)[];
  /** Whether writes send back what was read of the booking for the same request. */
  readonly writesNeedBooking?: boolean;
  /** Kinds whose interface can report an unknown patient; by default, all. The others return nothing. */
  readonly tellsUnknown?: readonly SourceKind[];
  readonly start: () => Promise<Opened>;
  /** How the EHR's answers are damaged; undefined for an adapter without a protocol. */
  readonly damages?: DamageHarness;
};

type Opened = { readonly ehr: Ehr; close(): unknown };

/** What is open at a server of its own: it is closed first, and then the server. */
export const withServer = (opened: Opened, server: { close(): unknown }): Opened => ({
  ehr: opened.ehr,
  close: async () => {
    await opened.close();
    await server.close();
  },
});

let users = 0;

/** A call of a new user, without a practical deadline. */
const callFor = (signal = new AbortController().signal): Call => ({
  requestId: '0b1e3d5c-7a2f-4c6e-9d8b-1f2a3b4c5d6e',
  signal,
  deadline: performance.now() + 10_000,
  consumer: consumerOf({ user: `user-${++users}` }),
});

/** Everything that a reader yields. Throws if the answer lacks anything. */
const all = async <T>(iterable: AsyncIterable<Found<T> | Omission>): Promise<Found<T>[]> => {
  const records: Found<T>[] = [];
  for await (const yielded of iterable) {
    if ('omitted' in yielded) throw new Error(`left out: ${yielded.omitted}`);
    records.push(yielded);
  }
  return records;
};

const ajv = new Ajv({ strict: false, validateFormats: false });
for (const schema of sharedSchemas.values()) ajv.addSchema(schema);

const isExtractKind = (kind: SourceKind): kind is ExtractKind => Object.hasOwn(factsOf, kind);

/** Every time in a value, by the names that hold times. */
const timesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(timesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'value' && typeof inner === 'string' && /^\d{8,14}$/.test(inner) ? [inner] : timesIn(inner),
  );
};

/** A bookings result as the service publishes it, a record of any other kind as the adapter yields it. */
const publishedOf = (kind: SourceKind, value: unknown): unknown => {
  if (kind === 'videoMeetings') return (value as TimedMeeting).meeting;
  if (kind !== 'appointments') return value;
  const { appointments, registered, patient, resultCode, comment, any } = value as AppointmentList;
  return {
    Booking: appointments.map(({ booking }) => booking),
    RegisteredBooking: registered.map(({ booking }) => booking),
    ...(patient === undefined ? {} : { Patient: patient }),
    ResultCode: resultCode,
    Comment: comment,
    Any: any,
  };
};

const asNumber = (_name: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

export const ehrContract = ({
  name,
  world,
  expected,
  transitions,
  writesNeedBooking = false,
  tellsUnknown,
  start,
  damages,
}: Harness): void => {
  if (damages !== undefined) {
    damageTests(damages);
    writeDamageTests(damages);
  }

  describe(`the contract of ports/ehr: ${name}`, () => {
    let ehr: Ehr;
    let close: () => unknown;

    beforeAll(async () => {
      ({ ehr, close } = await start());
    });
    afterAll(() => close());

    const offered = sourceKinds.filter(kind => expected[kind] !== undefined);

    const ask = (kind: SourceKind, patient: PatientNumber, call = callFor()): Promise<Found<unknown>[]> => {
      const reader = ehr[kind] as Reader<unknown> | undefined;
      if (reader === undefined) throw new Error(`${kind} is not offered`);
      return all(reader({ patient, interval: {}, call }));
    };
    const values = async (kind: SourceKind, patient: PatientNumber) =>
      (await ask(kind, patient)).map(({ record }) => record);

    test('offers what it declares, and nothing else', () => {
      expect(sourceKinds.filter(kind => ehr[kind] !== undefined)).toEqual(offered);
      expect(Object.keys(ehr.writer ?? {}).toSorted()).toEqual(transitions.toSorted());
    });

    test.runIf(damages !== undefined)('has places to damage in the answers of each kind', () => {
      const elsewhere = damages?.damagedElsewhere ?? [];
      const covered = sourceKinds.filter(
        kind => damages?.kinds[kind] !== undefined || elsewhere.includes(kind),
      );
      expect(covered).toEqual(offered);
    });

    describe.each(offered)('%s', kind => {
      test('yields the records of the patient, and loses nothing that a record has a member for', async () => {
        const read = await ask(kind, world.patient);
        expect(withEachLoss(read.map(({ record }) => record))).toEqual(expected[kind]);
        const lost = read.flatMap(({ losses }) => losses).filter(({ reason }) => reason !== 'unmapped');
        expect(lost).toEqual([]);
      });

      test('yields only members that the published record has', async () => {
        const { serialize } = recordWriter(kind);
        for (const value of await values(kind, world.patient)) {
          const published = publishedOf(kind, value);
          expect(JSON.parse(serialize(published))).toEqual(JSON.parse(JSON.stringify(published, asNumber)));
        }
      });

      test('yields the same when it is read again', async () => {
        expect(await values(kind, world.patient)).toEqual(await values(kind, world.patient));
      });

      test('yields nothing for a patient without records', async () => {
        if (kind === 'patients') return;
        const records = await values(kind, world.empty);
        expect(records).toHaveLength(kind === 'appointments' ? 1 : 0);
        if (kind !== 'appointments') return;
        expect(records).toMatchObject([
          { appointments: [], registered: [], resultCode: 'OK', comment: '', any: [] },
        ]);
      });

      test('reports an unknown patient', async () => {
        if (tellsUnknown?.includes(kind) === false) {
          expect(await values(kind, world.unknown)).toEqual(await values(kind, world.empty));
          return;
        }
        await expect(ask(kind, world.unknown)).rejects.toMatchObject({ code: 'patient-unknown' });
      });

      test('does not mix patients that are read concurrently', async () => {
        const alone = [await values(kind, world.patient), await values(kind, world.other)];
        const together = await Promise.all(
          Array.from({ length: 10 }, (_, at) => values(kind, at % 2 === 0 ? world.patient : world.other)),
        );
        expect(together).toEqual(Array.from({ length: 10 }, (_, at) => alone[at % 2]));
      });

      test('yields at least what an interval covers', async () => {
        const reader = ehr[kind] as Reader<unknown>;
        const interval = { from: '19000101000000', to: '20991231235959' } as never;
        const read = await all(reader({ patient: world.patient, interval, call: callFor() }));
        expect(withEachLoss(read.map(({ record }) => record))).toEqual(expected[kind]);
      });

      test('ends with the reason when the call is aborted', async () => {
        const controller = new AbortController();
        const reason = new Error('the client went away');
        controller.abort(reason);
        await expect(ask(kind, world.patient, callFor(controller.signal))).rejects.toThrow();
      });

      test('can be stopped before its end, and read again', async () => {
        const reader = ehr[kind] as Reader<unknown>;
        for await (const yielded of reader({ patient: world.patient, interval: {}, call: callFor() })) {
          expect(yielded).toHaveProperty('record');
          break;
        }
        expect(withEachLoss(await values(kind, world.patient))).toEqual(expected[kind]);
      });
    });

    test.each(offered.filter(isExtractKind))("%s match their schema and are the patient's", async kind => {
      const records = await values(kind, world.patient);
      const validate = ajv.compile(recordSchemas[kind]);
      for (const record of records) {
        expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
        expect(
          (factsOf[kind] as (value: unknown) => { patientId?: unknown })(record).patientId,
        ).toMatchObject({
          extension: world.patient,
        });
        for (const time of timesIn(record)) expect(time).toMatch(/^(\d{14}|\d{8})$/);
      }
    });

    const layouts = ['patients', 'prescriptions', 'journalNotes'] as const;
    test.each(layouts.filter(kind => offered.includes(kind)))(
      '%s state the version of their layout (D37)',
      async kind => {
        const records = (await values(kind, world.patient)) as { XSDVersion?: { version?: number } }[];
        for (const { XSDVersion } of records) expect(XSDVersion).toEqual({ version: expect.any(Number) });
      },
    );

    if (transitions.length === 0) return;
    describe('transitions', () => {
      const command = (patient = world.patient, bookingId = world.bookingId) => ({
        patient,
        bookingId,
        call: { ...callFor(), request: {} },
      });
      const prepare = async (arrival: Arrival) => {
        if (writesNeedBooking) await readBookings(ehr, arrival);
      };
      const writes: Readonly<Record<keyof EhrWriter, (arrival: Arrival) => Promise<ResultRecord>>> = {
        arrive: async arrival => {
          if (ehr.writer?.arrive === undefined) throw new Error('no arrivals');
          await prepare(arrival);
          return (await ehr.writer.arrive(arrival)).result;
        },
        pay: async arrival => {
          if (ehr.writer?.pay === undefined) throw new Error('no payments');
          await prepare(arrival);
          return (await ehr.writer.pay({ ...arrival, paymentType: 'CARD' })).result;
        },
      };
      const booking = async () => {
        const [list] = (await values('appointments', world.patient)) as ReadValue<'appointments'>[];
        return list?.appointments.find(appointment => appointment.booking.ContactId === world.bookingId);
      };
      const isOffered = (write: keyof EhrWriter) => transitions.includes(write);
      // An EHR without payments may not know whether a booking is paid.
      const unpaid = isOffered('pay') ? { payment: 'UNPAID' } : {};

      if (isOffered('arrive'))
        test('an arrival succeeds once, is visible, and gives INFO when repeated', async () => {
          expect(await booking()).toMatchObject({ state: 'BOOKED', ...unpaid });
          expect(await writes.arrive(command())).toMatchObject({ ResultCode: 'OK' });
          expect(await booking()).toMatchObject({ state: 'ARRIVED', ...unpaid });
          expect(await writes.arrive(command())).toMatchObject({ ResultCode: 'INFO' });
        });

      if (isOffered('pay'))
        test('a payment succeeds once, is visible, and gives INFO when repeated', async () => {
          expect(await booking()).toMatchObject(unpaid);
          expect(await writes.pay(command())).toMatchObject({ ResultCode: 'OK' });
          expect(await booking()).toMatchObject({ payment: 'PAID' });
          expect(await writes.pay(command())).toMatchObject({ ResultCode: 'INFO' });
        });

      test.each(transitions)('%s: an unknown booking', async write => {
        const unknown = command(world.patient, 'no-such-booking');
        await expect(writes[write](unknown)).rejects.toMatchObject({ code: 'booking-unknown' });
      });

      test.each(transitions)('%s: an unknown patient', async write => {
        await expect(writes[write](command(world.unknown))).rejects.toMatchObject({
          code: 'patient-unknown',
        });
      });
    });
  });
};
