// The circuit breaker of a system: what opens it, which calls probe it, and what closes it (D14, D31).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { patientCircuit } from '../../../../../src/adapters/ehr/transport/resilience/circuit.ts';
import { Failure, isFailure } from '../../../../../src/domain/model/failure.ts';
import { failureOf } from '../../calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const circuit = () => patientCircuit(error => isFailure(error, 'ehr-too-slow'));

type Circuit = ReturnType<typeof circuit>;

const tooSlow = () => Promise.reject(new Failure('ehr-too-slow', { reason: 'ehr-timeout' }));
const well = () => Promise.resolve();
const unusable = () => Promise.reject(new Failure('ehr-unusable', { reason: 'ehr-document' }));

/** Fails a number of times, for the given patients in turn. */
const fail = async (one: Circuit, times: number, patients: readonly (string | undefined)[]) => {
  const codes: string[] = [];
  for (let at = 0; at < times; at++) {
    codes.push(await failureOf(one.run(patients[at % patients.length], tooSlow)));
  }
  return codes;
};

const opened = async () => {
  const one = circuit();
  await fail(one, 15, ['a', 'b', 'c']);
  expect(one.isOpen()).toBe(true);
  return one;
};

describe('opens', () => {
  test('after 15 consecutive failures of three patients, and then nothing is sent', async () => {
    const one = circuit();
    expect(await fail(one, 14, ['a', 'b', 'c'])).toEqual(Array<string>(14).fill('ehr-too-slow'));
    expect(one.isOpen()).toBe(false);
    await fail(one, 1, ['a']);
    expect(one.isOpen()).toBe(true);
    const work = vi.fn(well);
    expect(await failureOf(one.run('d', work))).toBe('ehr-unreachable');
    expect(work).not.toHaveBeenCalled();
  });

  test.each([
    ['one patient', ['a']],
    ['two patients', ['a', 'b']],
    ['nobody', [undefined]],
  ])('not by the failures of %s, however many', async (_, patients) => {
    const one = circuit();
    expect(new Set(await fail(one, 200, patients))).toEqual(new Set(['ehr-too-slow']));
    expect(one.isOpen()).toBe(false);
  });

  test('when a third patient fails too', async () => {
    const one = circuit();
    await fail(one, 100, ['a', 'b']);
    expect(one.isOpen()).toBe(false);
    await fail(one, 1, ['c']);
    expect(one.isOpen()).toBe(true);
  });

  test('not if a call succeeds in between: failures and patients are counted from zero', async () => {
    const one = circuit();
    await fail(one, 14, ['a', 'b', 'c']);
    await one.run('a', well);
    await fail(one, 30, ['a', 'b']);
    expect(one.isOpen()).toBe(false);
  });

  test('not by failures that say nothing about the system', async () => {
    const one = circuit();
    for (const patient of ['a', 'b', 'c', 'd', 'e', 'f']) {
      for (let times = 0; times < 10; times++) await failureOf(one.run(patient, unusable));
    }
    expect(one.isOpen()).toBe(false);
  });

  test('not by such failures together with a few that do', async () => {
    const one = circuit();
    for (let times = 0; times < 5; times++)
      for (const patient of ['a', 'b', 'c']) await failureOf(one.run(patient, unusable));
    await fail(one, 1, ['a']);
    expect(one.isOpen()).toBe(false);
  });
});

describe('while it is open', () => {
  test('one call probes it a second later; the others are refused until the probe has ended', async () => {
    const one = await opened();
    vi.advanceTimersByTime(999);
    await expect(one.run('d', well)).rejects.toMatchObject({
      code: 'ehr-unreachable',
      reason: 'ehr-circuit-open',
      message: 'the circuit is open',
    });
    vi.advanceTimersByTime(1);
    const probe = Promise.withResolvers<void>();
    const probing = one.run('d', () => probe.promise);
    const work = vi.fn(well);
    expect(await failureOf(one.run('e', work))).toBe('ehr-unreachable');
    expect(work).not.toHaveBeenCalled();
    probe.resolve();
    await probing;
    expect(one.isOpen()).toBe(false);
    await one.run('e', work);
    expect(work).toHaveBeenCalledOnce();
  });

  test('a probe that fails leaves it open', async () => {
    const one = await opened();
    vi.advanceTimersByTime(1000);
    expect(await failureOf(one.run('d', tooSlow))).toBe('ehr-too-slow');
    expect(one.isOpen()).toBe(true);
    expect(await failureOf(one.run('e', well))).toBe('ehr-unreachable');
  });

  test('a patient whose probe failed is not the next probe: another patient closes it', async () => {
    const one = await opened();
    vi.advanceTimersByTime(1000);
    await failureOf(one.run('a', tooSlow));
    vi.advanceTimersByTime(1000);
    const work = vi.fn(tooSlow);
    expect(await failureOf(one.run('a', work))).toBe('ehr-unreachable');
    expect(work).not.toHaveBeenCalled();
    await one.run('b', well);
    expect(one.isOpen()).toBe(false);
    await one.run('a', well);
  });

  test('the only patient probes it again 5 seconds after the last probe', async () => {
    const one = await opened();
    vi.advanceTimersByTime(1000);
    await failureOf(one.run('a', tooSlow));
    vi.advanceTimersByTime(4999);
    expect(await failureOf(one.run('a', well))).toBe('ehr-unreachable');
    vi.advanceTimersByTime(1);
    await one.run('a', well);
    expect(one.isOpen()).toBe(false);
  });
});
