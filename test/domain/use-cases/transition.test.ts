// The two writes (D19 to D22): answers, what the EHR is notified of and how often, and unknown outcomes.
import { describe, expect, test } from 'vitest';
import type { Appointment, AppointmentList } from '../../../src/domain/model/appointment.ts';
import { Failure, type FailureCode } from '../../../src/domain/model/failure.ts';
import type { ResultRecord } from '../../../src/domain/records/transition.ts';
import {
  markArrived,
  type PaymentCommand,
  registerPayment,
  type TransitionAnswer,
} from '../../../src/domain/use-cases/transition.ts';
import type {
  Arrival,
  Ehr,
  EhrQuery,
  Loss,
  Omission,
  PaymentNotice,
  WriteAnswer,
} from '../../../src/ports/ehr.ts';
import { noWriteLock, type WriteLock } from '../../../src/ports/write-lock.ts';
import {
  appointment,
  appointmentList,
  call,
  ehrOf,
  expectFailure,
  found,
  omitted,
  other,
  patient,
  patientRecord,
  personalRoot,
  type Rules,
  readDeps,
  reader,
} from '../support.ts';

const answer = (ResultCode: ResultRecord['ResultCode'], Comment: string): ResultRecord => ({
  ResultCode,
  Comment,
  Any: [],
});
const done = answer('OK', 'Välkommen.');
const answered = (result: ResultRecord): WriteAnswer => ({ result, losses: [] });
const noSuchAppointment = answer('ERROR', 'No such appointment.');

const names = ['arrival', 'payment'] as const;
type Name = (typeof names)[number];

/** The EHR's answers to notifications, in order; the last one repeats. */
type EhrOutcome = ResultRecord | Failure;

type World = {
  /** The lists of bookings, in order; the last one repeats. A failure if they cannot be read. */
  readonly lists?: (Partial<AppointmentList> | Failure)[];
  /** What each of them lacks, in turn, the last one from then on. */
  readonly losses?: (readonly Loss[])[];
  readonly outcomes?: EhrOutcome[];
  /** What every result of the EHR lacks. */
  readonly lossesOfResult?: readonly Loss[];
  /** What every list lacks beside its bookings. */
  readonly lacks?: readonly Omission[];
  readonly offered?: Partial<Ehr>;
  readonly rules?: Rules;
  readonly now?: () => number;
  /** Who else writes; nobody unless a test says so. */
  readonly writeLock?: WriteLock;
  /** Runs while the EHR is being notified. */
  readonly whileSending?: () => Promise<unknown>;
};

const inTurn = <T>(turns: readonly T[], turn: number): T => {
  const one = turns[turn] ?? turns.at(-1);
  if (one === undefined) throw new Error('nothing is in turn');
  return one;
};

const booked: Partial<AppointmentList> = { appointments: [appointment()] };

/** An EHR with these bookings, and all that has happened. */
const world = ({
  lists = [booked],
  losses = [[]],
  outcomes = [done],
  lossesOfResult = [],
  lacks = [],
  offered = {},
  rules = {},
  now = () => 0,
  writeLock = noWriteLock,
  whileSending,
}: World = {}) => {
  const happened: string[] = [];
  const calls: { name: string; deadline: number; aborted: boolean }[] = [];
  const sentWrites: object[] = [];
  let reads = 0;

  const note = (name: string, { call: { deadline, signal } }: Pick<EhrQuery, 'call'>) => {
    happened.push(name);
    calls.push({ name, deadline, aborted: signal.aborted });
  };
  const appointments = async function* (asked: EhrQuery) {
    note('read', asked);
    const list = inTurn(lists, reads);
    const lost = inTurn(losses, reads++);
    if (list instanceof Failure) throw list;
    yield found(appointmentList(list), ...lost);
    yield* lacks;
  };
  const send = async ({ call: made, ...write }: Arrival | PaymentNotice, name: string) => {
    note(name, { call: made });
    sentWrites.push(write);
    const outcome = inTurn(outcomes, sentWrites.length - 1);
    await whileSending?.();
    if (outcome instanceof Failure) throw outcome;
    return { result: outcome, losses: lossesOfResult };
  };
  const ehr = ehrOf({
    appointments,
    writer: {
      arrive: arrival => send(arrival, 'send arrival'),
      pay: payment => send(payment, 'send payment'),
    },
    ...offered,
  });
  const { deps, given } = readDeps(ehr, rules);
  const all = { ...deps, stopwatch: now, writeLock, writesInFlight: new Map() };
  const uses = { arrival: markArrived(all), payment: registerPayment(all) };

  const run = (name: Name, members: Partial<PaymentCommand> = {}): Promise<TransitionAnswer> =>
    uses[name]({
      patient,
      ground: 'self',
      bookingId: '59062',
      paymentType: 'CARD',
      call: call(),
      begin: async () => void happened.push('begun'),
      ...members,
    });
  const command = async (...written: Parameters<typeof run>): Promise<ResultRecord> =>
    (await run(...written)).result;
  return { command, run, ehr, happened, calls, sentWrites, given };
};

const withhold = { release: { withhold: { units: ['SE2321000016-9X9X'] } } };
const unitLost: Loss = { path: 'Booking/PerformingUnit/HSAId', reason: 'repeated', hides: ['unit'] };

test.each(names)('%s: what the result of the EHR lacks is counted and reported', async name => {
  const lossesOfResult: Loss[] = [
    { path: 'Comment', reason: 'repeated', hides: [] },
    { path: 'ResultRecord', reason: 'unmapped', hides: [] },
  ];
  const { run, given } = world({ lossesOfResult });
  expect(await run(name)).toEqual({
    result: done,
    leftOut: { records: 0, values: 1, sources: 0, unmapped: 1 },
  });
  expect(given.map(({ kind, reason, path, count }) => [kind, reason, path, count])).toEqual([
    ['appointments', 'repeated', 'Comment', 1],
    ['appointments', 'unmapped', 'ResultRecord', 1],
  ]);
});

test.each(names)('%s: an answer that the service decides by itself lacks nothing', async name => {
  const { run, given } = world({ lists: [{}] });
  expect(await run(name)).toEqual({
    result: noSuchAppointment,
    leftOut: { records: 0, values: 0, sources: 0, unmapped: 0 },
  });
  expect(given).toEqual([]);
});

// It may be a booking of the source that is missing: "no such appointment" would be untrue.
test.each(names)('%s: a booking that is not in a list of which a source is missing', async name => {
  const lacks = [omitted('source-unavailable')];
  const without = world({ lists: [{}], lacks });
  await expectFailure(without.command(name), 'ehr-unavailable');
  expect(without.happened).toEqual(['read']);
  expect(await world({ lacks }).command(name)).toEqual(done);
  expect(await world({ lists: [{}], lacks: [omitted('source-outdated')] }).command(name)).toEqual(
    noSuchAppointment,
  );
});

type Case = [what: string, world: World, expected: ResultRecord];

describe.each(names)('%s: answered without notifying the EHR', name => {
  const otherBooking = appointment({ booking: { ContactId: '59063', Any: [] } });
  const secret = appointment({
    booking: { ContactId: '59062', PerformingUnit: { HSAId: 'SE2321000016-9X9X' }, Any: [] },
  });
  const stopped = answer('ERROR', 'Stängt.');
  const notOffered = answer('ERROR', 'Not offered by this region.');

  test.each<Case>([
    ['no booking at all', { lists: [{}] }, noSuchAppointment],
    ['an unknown booking', { lists: [{ appointments: [otherBooking] }] }, noSuchAppointment],
    [
      'a registered booking of that id',
      { lists: [{ registered: [{ booking: { BookingId: '59062', Any: [] }, start: undefined }] }] },
      noSuchAppointment,
    ],
    ['a withheld booking', { lists: [{ appointments: [secret] }], rules: withhold }, noSuchAppointment],
    [
      'a booking of a list where a unit cannot be determined',
      { losses: [[unitLost]], rules: withhold },
      noSuchAppointment,
    ],
    ['a list that is an error', { lists: [{ resultCode: 'ERROR', comment: 'Stängt.' }] }, stopped],
    [
      'a list that is an error, with bookings',
      { lists: [{ ...booked, resultCode: 'ERROR', comment: 'Stängt.' }] },
      stopped,
    ],
    [
      'a patient whom the EHR does not know',
      { lists: [new Failure('patient-unknown')] },
      answer('ERROR', 'No such patient.'),
    ],
    ['a region that reads no bookings', { offered: { appointments: undefined } }, notOffered],
    ['a region that takes no writes', { offered: { writer: undefined } }, notOffered],
  ])('%s', async (_, made, expected) => {
    const { command, happened } = world(made);
    expect(await command(name)).toEqual(expected);
    expect(happened.filter(one => one !== 'read')).toEqual([]);
  });

  test('a region that offers only the other write: the EHR is not asked', async () => {
    const only =
      name === 'arrival' ? { pay: async () => answered(done) } : { arrive: async () => answered(done) };
    const { command, happened } = world({ offered: { writer: only } });
    expect(await command(name)).toEqual(notOffered);
    expect(happened).toEqual([]);
    expect(await command(name === 'arrival' ? 'payment' : 'arrival')).toEqual(done);
  });

  test('a booking with an unknown unit is withheld; the others of the list are not', async () => {
    const lost = { ...appointment(), losses: [unitLost] };
    const hidden = world({ lists: [{ appointments: [lost] }], rules: withhold });
    expect(await hidden.command(name)).toEqual(noSuchAppointment);
    const beside = world({
      lists: [{ appointments: [{ ...otherBooking, losses: [unitLost] }, appointment()] }],
      rules: withhold,
    });
    expect(await beside.command(name)).toEqual(done);
  });

  test.each<FailureCode>(['ehr-unavailable', 'ehr-too-slow', 'ehr-unusable'])(
    'bookings that fail: %s',
    async code => {
      const { command, happened } = world({ lists: [new Failure(code)] });
      await expectFailure(command(name), code);
      expect(happened).toEqual(['read']);
    },
  );

  test('bookings of another patient are unusable', async () => {
    const foreign = { PersonNumbers: [{ Number: other, Type: { Id: personalRoot } }] };
    const { command, happened } = world({ lists: [{ ...booked, patient: foreign }] });
    await expectFailure(command(name), 'ehr-unusable');
    expect(happened).toEqual(['read']);
  });

  test('a command of somebody acting for a patient with protected identity', async () => {
    const { command, happened } = world({ offered: { patients: reader(found(patientRecord(true))) } });
    await expectFailure(command(name, { ground: 'acts_for' }), 'representation-refused');
    expect(happened.filter(one => one !== 'read')).toEqual([]);
  });
});

describe('the state of the booking decides', () => {
  test.each<[Name, Partial<Appointment>, ResultRecord]>([
    ['arrival', { state: 'ARRIVED' }, answer('INFO', 'The patient has already arrived.')],
    ['arrival', { state: 'CANCELLED' }, answer('ERROR', 'The appointment is cancelled.')],
    ['arrival', { state: 'MISSED' }, answer('ERROR', 'The appointment has been missed.')],
    ['payment', { payment: 'PAID', state: 'CANCELLED' }, answer('INFO', 'The appointment is already paid.')],
    ['payment', { state: 'CANCELLED' }, answer('ERROR', 'The appointment is cancelled.')],
    ['payment', { state: 'MISSED' }, answer('ERROR', 'The appointment has been missed.')],
  ])('%s of %o is answered at once', async (name, members, expected) => {
    const { command, happened } = world({ lists: [{ appointments: [appointment(members)] }] });
    expect(await command(name)).toEqual(expected);
    expect(happened).toEqual(['read']);
  });

  test.each<[Name, Partial<Appointment>]>([
    ['arrival', { state: 'BOOKED' }],
    ['arrival', { state: undefined }],
    ['arrival', { state: 'BOOKED', payment: 'PAID' }],
    ['payment', { state: 'PERFORMED' }],
    ['payment', { state: undefined, payment: undefined }],
  ])('%s of %o is sent', async (name, members) => {
    const { command, happened } = world({ lists: [{ appointments: [appointment(members)] }] });
    expect(await command(name)).toEqual(done);
    expect(happened).toEqual(['read', 'begun', `send ${name}`]);
  });

  test('a comment of the EHR does not make a list an error', async () => {
    const { command } = world({ lists: [{ ...booked, resultCode: 'INFO', comment: 'Ring oss.' }] });
    expect(await command('arrival')).toEqual(done);
  });
});

describe('notifying the EHR', () => {
  test('it is notified with the right values', async () => {
    const arrival = world();
    await arrival.command('arrival');
    expect(arrival.sentWrites).toEqual([{ patient, bookingId: '59062' }]);
    const payment = world();
    await payment.command('payment', { paymentType: 'CASH' });
    expect(payment.sentWrites).toEqual([{ patient, bookingId: '59062', paymentType: 'CASH' }]);
  });

  test.each<[EhrOutcome, ResultRecord]>([
    [done, done],
    [
      answer('ERROR', 'Patienten är inte ankomstregistrerad.'),
      answer('ERROR', 'Patienten är inte ankomstregistrerad.'),
    ],
    [answer('INFO', ''), answer('INFO', '')],
    [
      { ...done, Any: [{ Queue: '7' }] },
      { ...done, Any: [{ Queue: '7' }] },
    ],
    [new Failure('booking-unknown'), noSuchAppointment],
    [new Failure('patient-unknown'), answer('ERROR', 'No such patient.')],
    [
      new Failure('booking-incomplete'),
      answer('ERROR', 'The appointment lacks information that this needs. Ask the care unit.'),
    ],
  ])('passes on the EHR’s outcome %o', async (outcome, expected) => {
    for (const name of names) {
      const { command, happened } = world({ outcomes: [outcome] });
      expect(await command(name)).toEqual(expected);
      expect(happened).toEqual(['read', 'begun', `send ${name}`]);
    }
  });

  test.each(names)('%s: "begun" is on disk before the EHR is notified', async name => {
    const { command, happened } = world();
    let written = (): void => undefined;
    const begin = () =>
      new Promise<void>(resolve => {
        written = () => {
          happened.push('written');
          resolve();
        };
      });
    const answered = command(name, { begin });
    await new Promise(resolve => setImmediate(resolve));
    expect(happened).toEqual(['read']);
    written();
    expect(await answered).toEqual(done);
    expect(happened).toEqual(['read', 'written', `send ${name}`]);
  });

  test.each(names)('%s: if "begun" cannot be written, the EHR is not notified', async name => {
    const { command, happened } = world();
    const begin = () => Promise.reject(new Failure('log-unavailable', { reason: 'access-log-unwritable' }));
    await expectFailure(command(name, { begin }), 'log-unavailable');
    expect(happened).toEqual(['read']);
  });

  test.each(names)('%s: a client that goes away does not stop it', async name => {
    const gone = AbortSignal.abort(new Failure('client-gone', { reason: 'client-gone' }));
    const { command, calls } = world();
    expect(await command(name, { call: call({ signal: gone }) })).toEqual(done);
    expect(calls).not.toContainEqual(expect.objectContaining({ aborted: true }));
  });
});

describe.each(names)('%s: an outcome that is not known', name => {
  const unknown = new Failure('outcome-unknown');
  const never = new Failure('ehr-unreachable', { reason: 'ehr-no-connection' });
  const after: Partial<AppointmentList> = {
    appointments: [appointment(name === 'arrival' ? { state: 'ARRIVED' } : { payment: 'PAID' })],
  };
  const send = `send ${name}`;

  test('the booking has the new state: OK', async () => {
    const { command, happened } = world({ outcomes: [unknown], lists: [booked, after] });
    expect(await command(name)).toEqual(answer('OK', ''));
    expect(happened).toEqual(['read', 'begun', send, 'read']);
  });

  test('the bookings do not tell it: neither read again nor sent again', async () => {
    const untold = new Failure('outcome-unreadable', { detail: 'the first' });
    const { command, happened } = world({ outcomes: [untold, done] });
    await expect(command(name)).rejects.toBe(untold);
    expect(happened).toEqual(['read', 'begun', send]);
  });

  test('the bookings do not tell it of the second attempt, after one that was not sent', async () => {
    const untold = new Failure('outcome-unreadable');
    const { command, sentWrites } = world({ outcomes: [never, untold, done] });
    await expect(command(name)).rejects.toBe(untold);
    expect(sentWrites).toHaveLength(2);
  });

  test('the booking has its new state, though its unit is now unknown: OK', async () => {
    const losses = [[], [unitLost]];
    const { command, sentWrites } = world({
      outcomes: [unknown],
      lists: [booked, after],
      losses,
      rules: withhold,
    });
    expect(await command(name)).toEqual(answer('OK', ''));
    expect(sentWrites).toHaveLength(1);
  });

  test.each([unknown, never])('the booking has not: sent once more (%s)', async first => {
    const { command, sentWrites } = world({ outcomes: [first, done] });
    expect(await command(name)).toEqual(done);
    expect(sentWrites).toHaveLength(2);
  });

  test.each([
    ['CANCELLED', 'The appointment is cancelled.'],
    ['MISSED', 'The appointment has been missed.'],
  ] as const)('the booking is %s by now: not sent again', async (state, comment) => {
    const lists = [booked, { appointments: [appointment({ state })] }];
    const { command, sentWrites } = world({ outcomes: [unknown, done], lists });
    expect(await command(name)).toEqual(answer('ERROR', comment));
    expect(sentWrites).toHaveLength(1);
  });

  test.each<[Failure, ResultRecord]>([
    [new Failure('booking-unknown'), noSuchAppointment],
    [new Failure('patient-unknown'), answer('ERROR', 'No such patient.')],
  ])('the second answer is %s', async (second, expected) => {
    const { command } = world({ outcomes: [unknown, second] });
    expect(await command(name)).toEqual(expected);
  });

  test('not sent, and then the booking lacks what it needs: a refusal', async () => {
    const { command, sentWrites } = world({ outcomes: [never, new Failure('booking-incomplete')] });
    expect(await command(name)).toEqual(
      answer('ERROR', 'The appointment lacks information that this needs. Ask the care unit.'),
    );
    expect(sentWrites).toHaveLength(2);
  });

  test.each<[string, World, FailureCode, number]>([
    ['still unknown', { outcomes: [unknown, unknown] }, 'outcome-unknown', 2],
    ['sent at first, then not', { outcomes: [unknown, never] }, 'outcome-unknown', 2],
    [
      'sent at first, then the booking lacks what it needs',
      { outcomes: [unknown, new Failure('booking-incomplete')] },
      'outcome-unknown',
      2,
    ],
    ['sent at last', { outcomes: [never, unknown] }, 'outcome-unknown', 2],
    ['never sent', { outcomes: [never, never] }, 'ehr-unreachable', 2],
    [
      'sent, and the booking cannot be read again',
      { outcomes: [unknown], lists: [booked, new Failure('ehr-unavailable', { reason: 'ehr-no-answer' })] },
      'outcome-unknown',
      1,
    ],
    [
      'sent, and the bookings are no longer usable',
      { outcomes: [unknown], lists: [booked, new Failure('ehr-unusable', { reason: 'ehr-document' })] },
      'outcome-unknown',
      1,
    ],
    [
      'sent, and the list is an error',
      { outcomes: [unknown, done], lists: [booked, { resultCode: 'ERROR', comment: 'Stängt.' }] },
      'outcome-unknown',
      1,
    ],
    [
      'sent, and the list is an error that has the booking all the same',
      { outcomes: [unknown, done], lists: [booked, { ...after, resultCode: 'ERROR' }] },
      'outcome-unknown',
      1,
    ],
    [
      'sent, and the booking is no longer in the list',
      { outcomes: [unknown, new Failure('booking-unknown')], lists: [booked, {}] },
      'outcome-unknown',
      1,
    ],
    [
      'not sent, and the booking is no longer in the list',
      { outcomes: [never, done], lists: [booked, {}] },
      'ehr-unreachable',
      1,
    ],
  ])('%s', async (_, made, code, times) => {
    const { command, sentWrites, happened } = world(made);
    await expectFailure(command(name), code);
    expect(sentWrites).toHaveLength(times);
    expect(happened.filter(one => one === 'begun')).toHaveLength(1);
  });
});

describe('operators learn why', () => {
  const unknown = new Failure('outcome-unknown', { detail: 'the first' });
  const never = new Failure('ehr-unreachable', { reason: 'ehr-no-connection' });

  test('a write never reached the EHR, with the last attempt as the cause', async () => {
    await expect(world({ outcomes: [never] }).command('arrival')).rejects.toMatchObject({
      code: 'ehr-unreachable',
      reason: 'ehr-not-notified',
      cause: never,
    });
  });

  test('a write had no place towards the EHR, so a client does not hear that the EHR is away', async () => {
    for (const reason of ['ehr-share-taken', 'ehr-places-taken'] as const) {
      const refused = new Failure('ehr-unreachable', { reason });
      await expect(world({ outcomes: [never, refused] }).command('arrival')).rejects.toBe(refused);
      await expect(world({ outcomes: [refused, never] }).command('arrival')).rejects.toMatchObject({
        reason: 'ehr-not-notified',
      });
    }
  });

  test('its outcome is unknown, with the last attempt as the cause', async () => {
    await expect(world({ outcomes: [never, unknown] }).command('arrival')).rejects.toMatchObject({
      code: 'outcome-unknown',
      cause: unknown,
    });
  });

  test('a booking may be in a source that is missing', async () => {
    const { command } = world({ lists: [{}], lacks: [omitted('source-unavailable')] });
    await expect(command('arrival')).rejects.toMatchObject({
      code: 'ehr-unavailable',
      reason: 'ehr-source-unavailable',
      message: 'a source of the bookings is missing',
    });
  });

  test('an error that no code foresees stays what it is, of the write as of the booking after it', async () => {
    const unforeseen = new RangeError('unforeseen');
    const offered = {
      writer: { arrive: () => Promise.reject(unforeseen), pay: () => Promise.reject(unknown) },
    };
    await expect(world({ offered }).command('arrival')).rejects.toBe(unforeseen);
    let reads = 0;
    const { command, ehr } = world({ outcomes: [unknown] });
    const original = ehr.appointments;
    Object.assign(ehr, {
      appointments: (asked: EhrQuery) => {
        if (reads++ > 0) throw unforeseen;
        return original?.(asked);
      },
    });
    await expect(command('arrival')).rejects.toBe(unforeseen);
  });
});

describe('time', () => {
  test.each(names)('%s: each call gets at most a third of the time that is left', async name => {
    const outcomes = [new Failure('outcome-unknown'), done];
    const { command, calls } = world({ outcomes, now: () => 1000 });
    await command(name, { call: call({ deadline: 10_000 }) });
    expect(calls.map(one => one.name)).toEqual(['read', `send ${name}`, 'read', `send ${name}`]);
    for (const { deadline } of calls) {
      expect(deadline).toBeGreaterThan(1000);
      expect(deadline).toBeLessThanOrEqual(4000);
    }
  });

  test('a third of the time left at that moment', async () => {
    let now = 0;
    const passTime = async () => {
      now += 3000;
    };
    const outcomes = [new Failure('outcome-unknown'), done];
    const { command, calls } = world({ outcomes, now: () => now, whileSending: passTime });
    await command('payment', { call: call({ deadline: 9000 }) });
    const [first, second, third, fourth] = calls.map(({ deadline }) => deadline);
    expect(Math.max(first ?? 0, second ?? 0)).toBeLessThanOrEqual(3000);
    expect(Math.max(third ?? 0, fourth ?? 0)).toBeLessThanOrEqual(5000);
  });
});

describe('writes in flight in several instances', () => {
  /** A lock that is granted when the test says so, and a record of its use. */
  const lockOf = (...holds: readonly (boolean | undefined)[]) => {
    const keys: string[] = [];
    let released = 0;
    const writeLock: WriteLock = async key => {
      const isCurrent = holds[keys.push(key) - 1];
      if (isCurrent === undefined) return undefined;
      return { isCurrent: async () => isCurrent, release: async () => void released++ };
    };
    return { writeLock, keys, released: () => released };
  };

  test.each(names)('%s: is held while it is carried out, and released', async name => {
    const { writeLock, keys, released } = lockOf(true);
    const { command, sentWrites } = world({ writeLock });
    expect(await command(name)).toEqual(done);
    expect([keys.length, released(), sentWrites.length]).toEqual([1, 1, 1]);
  });

  test.each(names)(
    '%s: one that another instance has got meanwhile is looked at again, and begun once',
    async name => {
      const { writeLock, released } = lockOf(false, true);
      const { command, happened } = world({ writeLock });
      expect(await command(name)).toEqual(done);
      expect(happened).toEqual(['read', 'read', 'begun', `send ${name}`]);
      expect(released()).toBe(2);
    },
  );

  test('a write that another instance has done meanwhile is not sent again', async () => {
    const { writeLock } = lockOf(false, true);
    const arrived = { appointments: [appointment({ state: 'ARRIVED' })] };
    const { command, happened } = world({ writeLock, lists: [booked, arrived] });
    expect(await command('arrival')).toEqual(answer('INFO', 'The patient has already arrived.'));
    expect(happened).toEqual(['read', 'read']);
  });

  test.each(names)(
    '%s: one that another instance holds to the end is not sent; its outcome is not known',
    async name => {
      const { writeLock } = lockOf(undefined);
      const { command, happened } = world({ writeLock });
      await expectFailure(command(name), 'outcome-unknown');
      expect(happened).toEqual([]);
    },
  );

  test.each(names)('%s: one that fails is released', async name => {
    const { writeLock, released } = lockOf(true);
    const { command } = world({
      writeLock,
      lists: [new Failure('ehr-unreachable', { reason: 'ehr-no-connection' })],
    });
    await expectFailure(command(name), 'ehr-unreachable');
    expect(released()).toBe(1);
  });

  test('patients, bookings, transitions and payment types have keys of their own', async () => {
    const { writeLock, keys } = lockOf(true, true, true, true, true, true);
    const { command } = world({ writeLock });
    await command('arrival');
    await command('arrival', { bookingId: '59063' });
    await command('arrival', { patient: other });
    await command('payment');
    await command('payment', { paymentType: 'CASH' });
    await command('arrival');
    expect(new Set(keys).size).toBe(5);
    expect(keys[5]).toBe(keys[0]);
  });
});

describe('concurrent writes', () => {
  /** An EHR that answers when it is let go. */
  const slow = (made: World = {}) => {
    let go = (): void => undefined;
    const gone = new Promise<void>(resolve => {
      go = resolve;
    });
    return { ...world({ ...made, whileSending: () => gone }), go: () => go() };
  };
  const settle = () => new Promise(resolve => setImmediate(resolve));

  test.each(names)('%s: equal ones share one', async name => {
    const { command, sentWrites, go } = slow();
    const answers = [command(name), command(name)];
    await settle();
    answers.push(command(name));
    await settle();
    go();
    expect(await Promise.all(answers)).toEqual([done, done, done]);
    expect(sentWrites).toHaveLength(1);
  });

  test.each(names)('%s: the systems that answered the one answered the others, too', async name => {
    const { run, go, ehr } = slow();
    const original = ehr.appointments;
    Object.assign(ehr, {
      appointments: async function* (asked: EhrQuery) {
        yield* original?.(asked) ?? [];
        asked.call.answered?.('ehr');
      },
    });
    const systems: string[][] = [[], []];
    const answers = systems.map(list =>
      run(name, { call: call({ answered: system => void list.push(system) }) }),
    );
    await settle();
    go();
    await Promise.all(answers);
    expect(systems).toEqual([['ehr'], ['ehr']]);
  });

  test.each(names)('%s: equal ones share a failure', async name => {
    const { command, sentWrites, go } = slow({ outcomes: [new Failure('outcome-unknown')] });
    const answers = Promise.allSettled([command(name), command(name)]);
    go();
    for (const { status, ...rest } of await answers) {
      expect(status).toBe('rejected');
      expect(rest).toMatchObject({ reason: { code: 'outcome-unknown' } });
    }
    expect(sentWrites).toHaveLength(2);
  });

  const second = appointment({ booking: { ContactId: '59063', Any: [] } });
  test.each<[string, [Name, Partial<PaymentCommand>], [Name, Partial<PaymentCommand>]]>([
    ['the booking', ['arrival', {}], ['arrival', { bookingId: '59063' }]],
    ['the patient', ['arrival', {}], ['arrival', { patient: other }]],
    ['the transition', ['arrival', {}], ['payment', {}]],
    ['the payment type', ['payment', { paymentType: 'CASH' }], ['payment', { paymentType: 'CARD' }]],
    ['the booking that is paid', ['payment', {}], ['payment', { bookingId: '59063' }]],
  ])('those that differ in %s do not', async (_, one, another) => {
    const { command, sentWrites, go } = slow({ lists: [{ appointments: [appointment(), second] }] });
    const answers = [command(...one), command(...another)];
    await settle();
    go();
    await Promise.all(answers);
    expect(sentWrites).toHaveLength(2);
  });

  test.each(names)('%s: one after the other is sent again', async name => {
    const { command, sentWrites } = world();
    await command(name);
    await command(name);
    expect(sentWrites).toHaveLength(2);
  });

  test.each(names)('%s: one after a failed one is sent again', async name => {
    const unknown = new Failure('outcome-unknown');
    const { command, sentWrites } = world({ outcomes: [unknown, unknown, done] });
    await expectFailure(command(name), 'outcome-unknown');
    expect(await command(name)).toEqual(done);
    expect(sentWrites).toHaveLength(3);
  });

  test.each(names)('%s: sharing one gives no right to it', async name => {
    const { command, sentWrites, go } = slow({ offered: { patients: reader(found(patientRecord(true))) } });
    const own = command(name);
    await settle();
    await expectFailure(command(name, { ground: 'acts_for' }), 'representation-refused');
    go();
    expect(await own).toEqual(done);
    expect(sentWrites).toHaveLength(1);
  });
});
