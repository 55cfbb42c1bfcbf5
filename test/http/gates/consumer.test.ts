// Whose share of the service a request uses (D13, D31), as the ports hear of it. The rate limits by it are in ../gates.test.ts.
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/domain/model/caller.ts';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import { consumerGate } from '../../../src/http/gates/consumer.ts';
import type { RequestContext } from '../../../src/http/operations/request-context.ts';

const own = '191212121212' as PatientNumber;
const child = '201907152399';

const usual: Caller = {
  subscription: 'app',
  client: 'web',
  id: 'user-1',
  patient: own,
  actsFor: [],
  isPartner: false,
};

type Asked = { readonly caller?: Partial<Caller>; readonly header?: string; readonly isOnly?: boolean };

const pass = ({ caller = {}, header, isOnly = false }: Asked = {}) => {
  const context = {
    caller: { ...usual, ...caller },
    subscription: { name: 'app', isOnly },
    systems: new Set<string>(),
    baseCall: { requestId: 'r' },
  } as unknown as RequestContext;
  const raw = {
    headers: header === undefined ? {} : { patient: header },
    rawHeaders: header === undefined ? [] : ['Patient', header],
  };
  void consumerGate({ numbers: {} })(context, { raw } as unknown as FastifyRequest);
  const { call, patientHeader, systems } = context;
  if (call === undefined) throw new Error('no call');
  return { call, consumer: call.consumer, patientHeader, systems };
};

const userOf = (caller: Partial<Caller>, header?: string) =>
  pass({ caller, ...(header === undefined ? {} : { header }) }).consumer.user;

test('the subscription is named where there are several: one that is alone may use everything', () => {
  expect(pass().consumer.subscription).toBe('app');
  expect(pass({ isOnly: true }).consumer.subscription).toBeUndefined();
});

describe('the patient', () => {
  const ofOwn = pass().consumer.patient;

  test('is the one asked for, else the own one', () => {
    expect(pass({ header: '19121212-1212' }).consumer.patient).toBe(ofOwn);
    expect(pass({ header: child }).consumer.patient).not.toBe(ofOwn);
    expect(pass({ header: child, caller: { patient: 'absent' } }).consumer.patient).toBe(
      pass({ header: child }).consumer.patient,
    );
  });

  test('is nobody without either', () => {
    expect(pass({ caller: { patient: 'absent' } }).consumer.patient).toBeUndefined();
    expect(pass({ caller: { patient: 'unreadable' } }).consumer.patient).toBeUndefined();
    expect(pass({ caller: { patient: 'absent' }, header: 'x' }).consumer.patient).toBeUndefined();
  });

  test('is not revealed, nor is the user', () => {
    expect(ofOwn).toMatch(/^[\w-]{43}$/);
    expect(pass().consumer.user).toMatch(/^[\w-]{43}$/);
  });
});

test.each([
  [undefined, undefined],
  ['19121212-1212', own],
  ['x', 'invalid'],
  ['', 'invalid'],
  ['191212121213', 'invalid'],
])('the header %j names %j', (header, expected) => {
  expect(pass(header === undefined ? {} : { header }).patientHeader).toBe(expected);
});

describe('the user', () => {
  test('is the sub, whoever else the token names', () => {
    expect(userOf({ patient: 'absent', client: 'other' }, child)).toBe(userOf({}));
    expect(userOf({ id: 'user-2' })).not.toBe(userOf({}));
  });

  test('is the own patient without a sub, else the client, else nobody in particular', () => {
    const withoutId = { id: undefined };
    expect(userOf({ ...withoutId, client: 'other' })).toBe(userOf(withoutId));
    const byClient = { ...withoutId, patient: 'absent' as const };
    expect(userOf(byClient, child)).toBe(userOf(byClient));
    expect(userOf({ ...byClient, client: 'other' })).not.toBe(userOf(byClient));
    const unnamed = { ...byClient, client: undefined };
    expect(userOf(unnamed, child)).toBe(userOf(unnamed));
  });

  test('of a partner is the patient asked for; without one, the sub', () => {
    const partner = { isPartner: true, patient: 'absent' as const };
    expect(userOf(partner, child)).toBe(userOf({ ...partner, id: 'user-2' }, child));
    expect(userOf(partner, child)).not.toBe(userOf(partner, own));
    expect(userOf(partner)).toBe(userOf({}));
    expect(userOf(partner, 'x')).toBe(userOf({}));
  });

  test('one text in different places is different users, and so it is in different subscriptions', () => {
    const texts = [
      userOf({ id: own }),
      userOf({ id: undefined }),
      userOf({ id: undefined, patient: 'absent', client: own }),
      userOf({ id: undefined, patient: 'absent', client: undefined }),
      userOf({ id: own, subscription: 'other' }),
      userOf({ id: undefined, subscription: 'other' }),
      userOf({ id: undefined, patient: 'absent', client: own, subscription: 'other' }),
      userOf({ id: undefined, patient: 'absent', client: undefined, subscription: 'other' }),
      userOf({ isPartner: true, subscription: 'other' }, child),
      userOf({ isPartner: true }, child),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });
});

test('the call goes on with what it had, and adds the systems that answer', () => {
  const { call, systems } = pass();
  expect(call.requestId).toBe('r');
  call.answered?.('ehr');
  expect([...systems]).toEqual(['ehr']);
});
