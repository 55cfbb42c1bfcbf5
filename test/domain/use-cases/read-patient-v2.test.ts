// The patient in the v2 layout: the same extract under its newer names (records.md, "The bodies that the contract leaves open").
import { expect, test } from 'vitest';
import { readPatientV2 } from '../../../src/domain/use-cases/read-patient-v2.ts';
import type { Loss, Omission } from '../../../src/ports/ehr.ts';
import {
  ehrOf,
  expectFailure,
  found,
  omitted,
  other,
  patient,
  patientRecord,
  personId,
  question,
  readDeps,
  reader,
  recordsOf,
  unitOf,
} from '../support.ts';

const older = {
  XSDVersion: { version: 0.42 },
  PatientEHRExtract: [
    {
      ehr_system: { extension: 'SE1' },
      time_created: { value: '20260115093000' },
      Patient: {
        rc_id: { extension: '1' },
        PatientID: personId(patient),
        PatientProtectedId: false,
        PatientSecrecyGroups: { Group: ['A', ''] },
        PatientName: {
          PatientFamilyName: 'Tolvansson',
          PatientMiddleName: 'Exempel',
          PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }],
        },
        PatientBirthDate: { value: '19121212' },
        PatientAddresses: { PatientAddress: [{ PatientAddressCity: 'Exempelstad' }, {}] },
        PatientRelatives: { PatientRelative: [{ PatientRelativeName: 'Påhittad Anhörig' }] },
        PatientConnectedActiveNumbers: { PatientConnectedActiveNumber: [] },
        EmailAddresses: { Email: [{ EmailAddress: 'tolvan@example.com' }] },
      },
      HeadCareproviderUnit: unitOf('HEAD'),
    },
  ],
};

const newer = {
  patientEHRExtract: [
    {
      ehrSystem: { extension: 'SE1' },
      timeCreated: { value: '20260115093000' },
      patient: {
        rcId: { extension: '1' },
        patientID: personId(patient),
        patientProtectedId: false,
        // A container of these is published as the array that it holds.
        patientSecrecyGroups: ['A', ''],
        patientName: {
          familyName: 'Tolvansson',
          middleName: 'Exempel',
          givenName: [{ qualifier: 'CL', value: 'Tolvan' }],
        },
        patientBirthDate: { value: '19121212' },
        // An address keeps its older names.
        patientAddresses: [{ PatientAddressCity: 'Exempelstad' }, {}],
        patientRelatives: { patientRelative: [{ patientRelativeName: 'Påhittad Anhörig' }] },
        patientConnectedActiveNumbers: { patientConnectedActiveNumber: [] },
        emailAddresses: { Email: [{ EmailAddress: 'tolvan@example.com' }] },
      },
      headCareProviderUnit: { unitID: unitOf('HEAD').UnitID },
    },
  ],
};

const readV2 = (...yielded: (ReturnType<typeof found<object>> | Omission)[]) =>
  readPatientV2(readDeps(ehrOf({ patients: reader(...yielded) })).deps)(question());

test('the extract under its newer names', async () => {
  const answer = readV2(found(older));
  expect(answer.kind).toBe('patientsV2');
  expect(await recordsOf(answer)).toEqual([newer]);
  expect(answer.leftOut()).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  expect(answer.units).toBeUndefined();
});

test('an extract that says nothing', async () => {
  expect(await recordsOf(readV2(found({})))).toEqual([{ patientEHRExtract: [] }]);
  expect(await recordsOf(readV2(found({ PatientEHRExtract: [{ Patient: {} }] })))).toEqual([
    { patientEHRExtract: [{ patient: {} }] },
  ]);
});

test('a version that the EHR leaves out is not missed: the layout has none (D37)', async () => {
  const version: Loss = { path: 'XSDVersion/version', reason: 'unreadable', hides: [] };
  const birth: Loss = { path: 'PatientEHRExtract/Patient/PatientBirthDate', reason: 'unreadable', hides: [] };
  const answer = readV2(found(older, version, birth));
  expect(await recordsOf(answer)).toEqual([newer]);
  expect(answer.leftOut()).toMatchObject({ values: 1 });
});

test('what the rules leave out is left out before it is renamed', async () => {
  const foreign = found({ PatientEHRExtract: [{ Patient: { PatientID: personId(other) } }] });
  const answer = readV2(foreign, found(older), omitted('source-unavailable'));
  expect(await recordsOf(answer)).toEqual([newer]);
  expect(answer.leftOut()).toMatchObject({ records: 1, sources: 1 });
});

test('a protected identity is refused to who acts for the patient (D27)', async () => {
  const { deps } = readDeps(ehrOf({ patients: reader(found(patientRecord(true))) }));
  await expectFailure(
    recordsOf(readPatientV2(deps)(question({ ground: 'acts_for' }))),
    'representation-refused',
  );
});

test('a kind that is not offered', async () => {
  await expectFailure(recordsOf(readPatientV2(readDeps(ehrOf()).deps)(question())), 'not-offered');
});
