// Who may act for whom by a register: guardians, days, ages, and a register that cannot be asked.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Family } from '../../../src/adapters/ehr/relations.ts';
import { claimsAndRegister, registerRepresentation } from '../../../src/adapters/identity/representation.ts';
import { regionTime } from '../../../src/adapters/time/region-time.ts';
import type { Caller } from '../../../src/domain/model/caller.ts';
import { Failure, type FailureCode } from '../../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import { failureOf, newCall } from '../ehr/calls.ts';

const guardian = '198507302381' as PatientNumber;
const child = '201907152399' as PatientNumber;

const caller = (members: Partial<Caller> = {}): Caller => ({
  subscription: 'app',
  client: 'app',
  id: 'user-1',
  patient: guardian,
  actsFor: [],
  isPartner: false,
  ...members,
});

const open = { guardian, from: undefined, to: undefined };
let asked: number;
/** The machine's clock, which can be adjusted, and the milliseconds that have really passed. */
let now: number;
let passed: number;
let answer: Family | Failure | Error;

beforeEach(() => {
  asked = 0;
  now = Date.UTC(2026, 0, 15, 12);
  passed = 0;
  answer = { birthDate: '20190715', guardians: [open] };
});

const register = (guardianUntilAge = 13) =>
  registerRepresentation({
    relations: async () => {
      asked++;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    clock: () => now,
    stopwatch: () => passed,
    time: regionTime('Europe/Stockholm'),
    guardianUntilAge,
  });

const ask = (representation = register(), by = caller()) =>
  representation({ caller: by, patient: child, call: newCall() });

test('a guardian may', async () => {
  expect(await ask()).toBe('register');
});

test.each<[string, Partial<Caller>]>([
  ['who is not a guardian', { patient: '191212121212' as PatientNumber }],
  ['without a number', { patient: 'absent' }],
  ['with a number that cannot be read', { patient: 'unreadable' }],
  ['whom the claims alone allow', { patient: 'absent', actsFor: [child] }],
])('a caller %s may not', async (_name, members) => {
  expect(await ask(register(), caller(members))).toBeUndefined();
});

test('nobody may if there are no guardians', async () => {
  answer = { birthDate: '20190715', guardians: [] };
  expect(await ask()).toBeUndefined();
});

describe('a guardianship on 15 January 2026', () => {
  test.each<[string | undefined, string | undefined, boolean]>([
    ['20260115', undefined, true],
    ['20260116', undefined, false],
    [undefined, '20260115', true],
    [undefined, '20260114', false],
    ['20190715', '20370715', true],
  ])('from %s to %s holds: %s', async (from, to, holds) => {
    answer = { birthDate: '20190715', guardians: [{ guardian, from, to }] };
    expect(await ask()).toBe(holds ? 'register' : undefined);
  });

  test('the day is that of the region', async () => {
    answer = { birthDate: '20190715', guardians: [{ guardian, from: '20260116', to: undefined }] };
    now = Date.UTC(2026, 0, 15, 23, 30);
    expect(await ask()).toBe('register');
  });
});

describe('a child', () => {
  test.each<[birth: string | undefined, age: number, day: number, allowed: boolean]>([
    ['20130116', 13, Date.UTC(2026, 0, 15, 12), true],
    ['20130115', 13, Date.UTC(2026, 0, 15, 12), false],
    ['20130115', 13, Date.UTC(2026, 0, 14, 12), true],
    ['20120229', 13, Date.UTC(2025, 1, 28, 12), true],
    ['20120229', 13, Date.UTC(2025, 2, 1, 12), false],
    ['20100101', 18, Date.UTC(2026, 0, 15, 12), true],
    ['20260115', 0, Date.UTC(2026, 0, 15, 12), false],
    [undefined, 13, Date.UTC(2026, 0, 15, 12), false],
  ])('born %s, until %s', async (birthDate, age, day, allowed) => {
    answer = { birthDate, guardians: [open] };
    now = day;
    expect(await ask(register(age))).toBe(allowed ? 'register' : undefined);
  });
});

describe('a register that', () => {
  test.each<FailureCode>(['ehr-unreachable', 'ehr-unavailable', 'ehr-too-slow', 'ehr-unusable'])(
    'fails with %s cannot be asked, and grants nothing',
    async code => {
      answer = new Failure(code);
      await expect(ask()).rejects.toMatchObject({
        code: 'ehr-unavailable',
        reason: 'ehr-register-unavailable',
      });
    },
  );

  test('has no place for the call grants nothing: the client hears that the service is busy (D14)', async () => {
    answer = new Failure('ehr-unreachable', { reason: 'ehr-share-taken' });
    await expect(ask()).rejects.toBe(answer);
  });

  test.each<[string, Failure]>([
    ['does not know the child', new Failure('patient-unknown')],
    ['hides the child, or has several', new Failure('ehr-unusable', { reason: 'ehr-wrong-patient' })],
  ])(
    '%s grants nothing, and is not asked again at once: nobody can tell such a child from others',
    async (_, failure) => {
      answer = failure;
      const representation = register();
      expect(await ask(representation)).toBeUndefined();
      expect(await ask(representation)).toBeUndefined();
      expect(asked).toBe(1);
      passed += 5 * 60_000;
      answer = { birthDate: '20190715', guardians: [open] };
      expect(await ask(representation)).toBe('register');
    },
  );

  test('is not waited for when the client has gone away', async () => {
    answer = new Failure('client-gone', { reason: 'client-gone' });
    expect(await failureOf(ask())).toBe('client-gone');
  });

  test('fails because of a bug is not hidden', async () => {
    answer = new TypeError('ours');
    await expect(ask()).rejects.toBe(answer);
  });
});

describe('an answer', () => {
  test('is reused for five minutes, and then asked for again', async () => {
    const representation = register();
    await ask(representation);
    passed += 5 * 60_000 - 1;
    await ask(representation);
    expect(asked).toBe(1);
    passed += 1;
    answer = { birthDate: '20190715', guardians: [] };
    expect(await ask(representation)).toBeUndefined();
    expect(asked).toBe(2);
  });

  test.each([
    ['back', -24 * 3_600_000],
    ['forward', 3_600_000],
  ])('is relied on no longer and no shorter when the clock is set %s', async (_, by) => {
    const representation = register();
    await ask(representation);
    now += by;
    await ask(representation);
    expect(asked).toBe(1);
    passed += 5 * 60_000;
    answer = { birthDate: '20190715', guardians: [] };
    expect(await ask(representation)).toBeUndefined();
  });

  test('has the age of its question', async () => {
    const representation = registerRepresentation({
      relations: async () => {
        asked++;
        passed += 60_000;
        return { birthDate: '20190715', guardians: [open] };
      },
      clock: () => now,
      stopwatch: () => passed,
      time: regionTime('Europe/Stockholm'),
      guardianUntilAge: 13,
    });
    await ask(representation);
    passed += 4 * 60_000;
    await ask(representation);
    expect(asked).toBe(2);
  });

  test('that failed is not reused', async () => {
    const representation = register();
    answer = new Failure('ehr-unavailable', { reason: 'ehr-no-answer' });
    expect(await failureOf(ask(representation))).toBe('ehr-unavailable');
    answer = { birthDate: '20190715', guardians: [open] };
    expect(await ask(representation)).toBe('register');
  });

  test('is evaluated on every call: a birthday ends the guardianship immediately', async () => {
    answer = { birthDate: '20130116', guardians: [open] };
    now = Date.UTC(2026, 0, 15, 22, 58);
    const representation = register();
    expect(await ask(representation)).toBe('register');
    now += 3 * 60_000;
    expect(await ask(representation)).toBeUndefined();
    expect(asked).toBe(1);
  });
});

describe('claims and register together', () => {
  const claims = async ({ caller: { actsFor }, patient }: { caller: Caller; patient: PatientNumber }) =>
    actsFor.includes(patient) ? ('acts_for' as const) : undefined;
  const both = () => claimsAndRegister(claims, register());

  test('grant if both do', async () => {
    expect(await ask(both(), caller({ actsFor: [child] }))).toBe('acts_for+register');
  });

  test('do not grant what the claims do not; the register is not asked', async () => {
    expect(await ask(both())).toBeUndefined();
    expect(asked).toBe(0);
  });

  test('do not grant what the register does not', async () => {
    answer = { birthDate: '20190715', guardians: [] };
    expect(await ask(both(), caller({ actsFor: [child] }))).toBeUndefined();
  });
});
