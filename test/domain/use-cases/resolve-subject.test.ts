// Whose data, and by what right (D6): every kind of caller with and without a `patient` header.
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/domain/model/caller.ts';
import { Failure, type FailureCode } from '../../../src/domain/model/failure.ts';
import { resolveSubject } from '../../../src/domain/use-cases/resolve-subject.ts';
import type { Representation } from '../../../src/ports/representation.ts';
import { call, expectFailure, other, patient } from '../support.ts';

const listed: Representation = async asked =>
  asked.caller.actsFor.includes(asked.patient) ? 'acts_for' : undefined;

const nobody: Caller = {
  subscription: 'app',
  client: 'client',
  id: 'user-1',
  patient: 'absent',
  actsFor: [],
  isPartner: false,
};

const ask = async (caller: Partial<Caller>, requested?: typeof patient, representation = listed) =>
  resolveSubject({ representation })({ caller: { ...nobody, ...caller }, requested, call: call() });

const partner: Partial<Caller> = { isPartner: true };

describe('answered', () => {
  test.each<[string, Partial<Caller>, typeof patient | undefined, object]>([
    ['the caller, without a header', { patient }, undefined, { patient, ground: 'self' }],
    ['the caller, named in the header', { patient }, patient, { patient, ground: 'self' }],
    [
      'the caller, though others are listed',
      { patient, actsFor: [other] },
      undefined,
      { patient, ground: 'self' },
    ],
    ['a listed patient', { patient, actsFor: [other] }, other, { patient: other, ground: 'acts_for' }],
    [
      'a listed patient of a caller without a number',
      { actsFor: [other] },
      other,
      { patient: other, ground: 'acts_for' },
    ],
    ['any patient of a partner', partner, other, { patient: other, ground: 'partner' }],
  ])('%s', async (_, caller, requested, subject) => {
    expect(await ask(caller, requested)).toEqual(subject);
  });
});

describe('refused', () => {
  test.each<[string, Partial<Caller>, typeof patient | undefined, FailureCode]>([
    ['neither claim nor header', {}, undefined, 'subject-missing'],
    ['neither claim nor header, others listed', { actsFor: [other] }, undefined, 'subject-missing'],
    ['a partner that names nobody', partner, undefined, 'subject-missing'],
    ['a claim that is not a number', { patient: 'unreadable' }, undefined, 'subject-missing'],
    ['a claim that is not a number, with a header', { patient: 'unreadable' }, other, 'subject-missing'],
    [
      'a claim that is not a number, though the patient is listed',
      { patient: 'unreadable', actsFor: [other] },
      other,
      'subject-missing',
    ],
    ['another patient', { patient }, other, 'representation-refused'],
    ['a patient of a caller without a number', {}, other, 'representation-refused'],
    ['a patient beside the listed one', { actsFor: [other] }, patient, 'representation-refused'],
  ])('%s', async (_, caller, requested, code) => {
    await expectFailure(ask(caller, requested), code);
  });

  test.each<[string, Partial<Caller>, typeof patient | undefined, string]>([
    ['a claim that is not a number', { patient: 'unreadable' }, undefined, 'subject-claim-invalid'],
    ['neither claim nor header', {}, undefined, 'subject-missing'],
    ['another patient', { patient }, other, 'subject-not-represented'],
  ])('operators learn why: %s', async (_, caller, requested, reason) => {
    await expect(ask(caller, requested)).rejects.toMatchObject({ reason });
  });

  test('no right is granted if it cannot be determined who may act for the patient', async () => {
    const failing = () => Promise.reject(new Failure('ehr-unavailable', { reason: 'ehr-no-answer' }));
    await expectFailure(ask({ patient }, other, failing), 'ehr-unavailable');
  });
});
