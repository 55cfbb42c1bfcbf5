// Protected identity (D27): whom the rule concerns, and what the patient extract says.
import { describe, expect, test } from 'vitest';
import type { Ground } from '../../../src/domain/model/caller.ts';
import { Failure, type FailureCode } from '../../../src/domain/model/failure.ts';
import type { PatientRecord } from '../../../src/domain/records/patient.ts';
import {
  call,
  ehrOf,
  expectFailure,
  found,
  omitted,
  other,
  patient,
  patientRecord,
  readDeps,
  reader,
  unreadable,
  unspecific,
  type Yielded,
} from '../support.ts';

const enforce = async (
  yielded: Yielded<PatientRecord | undefined>[],
  { ground = 'acts_for', representProtected = false }: { ground?: Ground; representProtected?: boolean } = {},
) => {
  const patients = reader(...yielded);
  const { deps } = readDeps(ehrOf({ patients }), { representProtected });
  await deps.protection.enforce({ patient, ground, call: call() });
  return patients.asked;
};

const set = found(patientRecord(true));
const notSet = found(patientRecord(false));
const silent = found(patientRecord(undefined));
const lostFlag = unreadable('PatientEHRExtract/Patient/PatientProtectedId', 'protection');
/** An extract that no patient may see, of which the EHR still says whether the identity is protected. */
const withheld = (isProtected: boolean) => ({ record: undefined, losses: [], isProtected });

describe('whom it concerns', () => {
  test.each<[Ground, boolean, boolean]>([
    ['self', false, false],
    ['partner', false, false],
    ['acts_for', false, true],
    ['self', true, false],
    ['partner', true, false],
    ['acts_for', true, false],
  ])('%s, representProtected %s: %s', async (ground, representProtected, concerned) => {
    const { deps } = readDeps(ehrOf(), { representProtected });
    expect(deps.protection.appliesTo(ground)).toBe(concerned);
    const refused = enforce([set], { ground, representProtected });
    // Whom it does not concern, the EHR is not asked for.
    if (concerned) await expectFailure(refused, 'representation-refused');
    else expect(await refused).toEqual([]);
  });
});

describe('a person acting for the patient is refused', () => {
  test.each<[string, Yielded<PatientRecord | undefined>[]]>([
    ['the identity is protected', [set]],
    ['one of several extracts says so, the last', [notSet, silent, set]],
    ['one of several extracts says so, the first', [set, notSet]],
    ['the extract does not say', [silent]],
    ['one of several extracts does not say, the first', [silent, notSet]],
    ['one of several extracts does not say, the last', [notSet, silent]],
    ['the extract is withheld and does not say', [found(undefined)]],
    ['there is no extract', []],
    ['there is no extract, and a source may be out of date', [omitted('source-outdated')]],
    ['the flag is there and cannot be read', [found(patientRecord(undefined), lostFlag)]],
    ['the extract is withheld, and its identity protected', [withheld(true)]],
    ['the extract is withheld, and its flag cannot be read', [found(undefined, lostFlag)]],
    ['the flag is there twice', [found(patientRecord(false), lostFlag)]],
    ['a loss does not say what it hides', [found(patientRecord(false), unspecific('PatientEHRExtract/x'))]],
    [
      'the extract has two patients',
      [found(patientRecord(false), unreadable('PatientEHRExtract/Patient', 'owner', 'protection'))],
    ],
    [
      'it is unclear whose extract it is',
      [found(patientRecord(false), unreadable('PatientEHRExtract/Patient/PatientID', 'owner'))],
    ],
    [
      'one of several extracts has a number that is none',
      [notSet, found(patientRecord(false, '1212121212'))],
    ],
  ])('%s', async (_, yielded) => {
    await expectFailure(enforce(yielded), 'representation-refused');
  });
});

describe('it is unknown whether the identity is protected', () => {
  test.each<[string, Yielded<PatientRecord | undefined>[], FailureCode]>([
    ['a source system is missing', [notSet, omitted('source-unavailable')], 'ehr-unavailable'],
    [
      'a source system is missing, and there is no extract',
      [omitted('source-unavailable')],
      'ehr-unavailable',
    ],
    ['there is a foreign extract alone', [omitted('foreign')], 'ehr-unusable'],
  ])('where %s', async (_, yielded, code) => {
    await expectFailure(enforce(yielded), code);
  });

  test('a protection that another source tells of holds all the same', async () => {
    await expectFailure(enforce([set, omitted('source-unavailable')]), 'representation-refused');
  });

  test('an extract that may be out of date counts', async () => {
    expect(await enforce([omitted('source-outdated'), notSet])).toHaveLength(1);
  });
});

describe('a person acting for the patient is allowed', () => {
  test.each<[string, Yielded<PatientRecord | undefined>[]]>([
    ['the identity is not protected', [notSet]],
    ['the extract is withheld, and its identity not protected', [withheld(false)]],
    [
      'another value could not be read',
      [found(patientRecord(false), unreadable('PatientEHRExtract/time_created'))],
    ],
    ['only a foreign extract beside the own one says so', [notSet, found(patientRecord(true, other))]],
  ])('%s', async (_, yielded) => {
    const [asked] = await enforce(yielded);
    expect(asked).toMatchObject({ patient, interval: {} });
  });
});

test('an extract that names two patients does not prove anything', async () => {
  const ofTwo = found(patientRecord(false, other), unreadable('Patient/PatientID', 'owner'));
  await expectFailure(enforce([notSet, ofTwo]), 'representation-refused');
});

describe('an unknown state is never allowed', () => {
  test.each<[string, Yielded<PatientRecord | undefined>[]]>([
    ['all that there is, no patient may see', [found(undefined)]],
    ['the EHR is away', [new Failure('ehr-unavailable', { reason: 'ehr-no-answer' })]],
    [
      'the answer breaks after the extract',
      [notSet, new Failure('ehr-unusable', { reason: 'ehr-document' })],
    ],
    ['the EHR does not know the patient', [new Failure('patient-unknown')]],
    ['all that there is, is another patient', [found(patientRecord(false, other))]],
  ])('%s', async (_, yielded) => {
    await expect(enforce(yielded)).rejects.toBeInstanceOf(Failure);
  });

  test('patients are not served', async () => {
    const { deps } = readDeps(ehrOf());
    const asked = { patient, ground: 'acts_for', call: call() } as const;
    await expect(deps.protection.enforce(asked)).rejects.toBeInstanceOf(Failure);
  });
});

test.each<[string, Yielded<PatientRecord | undefined>[], object]>([
  [
    'the identity is protected',
    [set],
    { code: 'representation-refused', reason: 'subject-protected', message: 'protected identity' },
  ],
  [
    'a source is missing',
    [notSet, omitted('source-unavailable')],
    {
      code: 'ehr-unavailable',
      reason: 'ehr-source-unavailable',
      message: 'a source of the patient record is missing',
    },
  ],
  [
    'all that there is, is another patient',
    [found(patientRecord(false, other))],
    { code: 'ehr-unusable', reason: 'ehr-wrong-patient', message: 'a foreign patient extract' },
  ],
])('operators learn why: %s', async (_, yielded, failure) => {
  await expect(enforce(yielded)).rejects.toMatchObject(failure);
});

test('a region that serves no patients cannot know: operators learn so', async () => {
  const { deps } = readDeps(ehrOf());
  const asked = { patient, ground: 'acts_for', call: call() } as const;
  await expect(deps.protection.enforce(asked)).rejects.toMatchObject({
    code: 'unexpected',
    message: 'patients are not served',
  });
});
